// THE LOOP OF TURNS, of which there are two kinds.
//% if runs == 2
//% include "two_runs.js"
//% else
//% include "one_run.js"
//% endif
