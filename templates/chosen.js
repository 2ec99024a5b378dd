      // Two letters for each piece below the queen, downwards: 0 and 1 become
      // /*= 1 - code.queen =*/, and so on; not found is -1 and becomes /*= -code.queen =*/, a queen.
      '/*= code.chosen =*/'.indexOf(typed[4]) - /*= 2 * code.queen - 2 =*/ >> 1
