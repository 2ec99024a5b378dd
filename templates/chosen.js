      // Two letters for each piece, in descending order of the numbers below the queen's:
      // the indices 0 and 1 give /*= 1 - code.queen =*/, and so on. Not found is -1 and gives
      // /*= -code.queen =*/, a queen.
      '/*= code.chosen =*/'.indexOf(typed[4]) - /*= 2 * code.queen - 2 =*/ >> 1
