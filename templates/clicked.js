    // IS THIS THE CLICKED MOVE, from the square of the click before to the clicked one?
//% if runs == 1
    to == square & from == typed &&
//% else
    to != square || from != start ||
//% endif
