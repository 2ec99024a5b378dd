// The names are for readers: the build shortens them.
greeting = 'Hello';
//% if N
//% include "name.js"
//% endif
alert(greeting + '!');
