// THE LOOP OF TURNS, of which there are two kinds.
//% if T or P
//% include "two_runs.js"
//% else
//% include "one_run.js"
//% endif
