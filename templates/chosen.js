//% if M
      // 0 and 1 become -5 (knight), 2 and 3 -4 (bishop), 4 and 5 -3 (rook); not
      // found is -1 and becomes -6, a queen.
      'nNbBrR'.indexOf(typed[4]) - 10 >> 1
//% else
      // 0 and 1 become -3 (knight), 2 and 3 -4 (rook), 4 and 5 -5 (bishop); not
      // found is -1 and becomes -2, a queen.
      -5 - 'nNrRbB'.indexOf(typed[4]) >> 1
//% endif
