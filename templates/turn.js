// THE LOOP OF TURNS, in one of two forms.
//% if runs == 2
//% include "two_runs.js"
//% else
//% include "one_run.js"
//% endif
