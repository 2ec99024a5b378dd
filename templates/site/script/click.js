// Runs a page with a board in a frame, which shows the page itself.
page('click', main => {
  const at = id => main.querySelector(`#${id}`);
  const select = at('variant'), frame = at('frame');
  const named = name => [...select.options].find(({ value }) => value == name);
  const begin = name => {
    select.value = name;
    frame.title = name;
    at('open').href = frame.src = `catalog/${name}.html`;
  };
  // The page that has the most flags is the last.
  const asked = () => named(location.hash.slice(1))?.value;
  select.addEventListener('change', () => {
    history.replaceState(null, '', `#${select.value}`);
    begin(select.value);
  });
  addEventListener('hashchange', () => asked() && begin(asked()));
  at('new').addEventListener('click', () => begin(select.value));
  if (select.options.length) begin(asked() ?? select.options[select.options.length - 1].value);
});
