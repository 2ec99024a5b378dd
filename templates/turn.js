// THE LOOP OF TURNS, in one of two forms.
//% if F
//% include "arbiter.js"
//% elif C
//% include "clicks.js"
//% elif runs == 2
//% include "two_runs.js"
//% else
//% include "one_run.js"
//% endif
