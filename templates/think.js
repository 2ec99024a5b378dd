//% if C
    // THINK: keep the best move of the search; outside of it, is this the clicked one? (In the search
    // no move is, because `start` is the depth.)
    score > best ? generate[best = score, playing] = [from, to] :
    to == square && from == start
//% else
    // THINK: keep the best move of the search; outside of it, compare with the chosen one.
    // (The search of the replies has assigned `move`, so it is assigned here.)
    move = from * /*= code.width * code.width =*/ + to
      + /*= (10 * code.width + 1) * (code.width * code.width + 1) =*/,
//% if M
    // (The comparison gives false for castling.js. In the search no move is the chosen one.)
    score > best ? generate[best = score, playing] = move : 0,
//% else
    score > best ? generate[best = score, playing] = move :
//% endif
    move == chosen
//% endif
