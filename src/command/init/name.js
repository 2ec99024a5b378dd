// Cancel gives null, which is greeted as nobody.
visitor = prompt('Your name?') || 'nobody';
greeting += ', ' + /*% if L %*/ visitor.toUpperCase() /*% else %*/ visitor /*% endif %*/;
