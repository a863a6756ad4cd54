// The records that the session changed, with their fields before and after.

function changesElement() {
  const { changes } = about;
  if (!changes.length) { return null; }
  const list = make('div', { class: 'records', role: 'list' });
  const records = new BlockList(list, changeElement, 120);
  const element = make('details', { class: 'changes', id: 'changes' },
    make('summary', null, make('h2', null, 'Before and after'), ' ',
      make('span', { class: 'second' }, counted(changes.length, 'changed record'))),
    list);
  element.ontoggle = () => { if (element.open && !records.items) { records.show(changes); } };
  element.open = changes.length <= 20;
  printed.push(() => {
    element.open = true;
    element.ontoggle();
    if (changes.length <= maxPrinted) { records.drawAll(); }
  });
  return element;
}

function changeElement(change) {
  const links = change.requests.map((id) => requestOf.get(id)).filter((request) => request)
    .flatMap((request) => [' ', make('a', { href: '#' + request.key }, '#' + request.key)]);
  const value = (text) => (text === null ? make('i', { class: 'second' }, 'not on the tape') : plain(text).trim());
  const isCreated = change.kind.includes('created'), isDeleted = change.kind.includes('deleted');
  const head = ['Field', isCreated ? null : 'Before', isDeleted ? null : 'After'].filter((name) => name)
    .map((name) => make('th', { scope: 'col' }, name));
  const rows = change.fields.map(([label, name, before, after]) => make('tr', null,
    make('th', { scope: 'row' }, plain(label), label === name ? null : make('small', null, plain(name))),
    isCreated ? null : make('td', { class: 'before', 'data-label': 'Before' }, value(before)),
    isDeleted ? null : make('td', { class: 'after', 'data-label': 'After' }, value(after))));
  return make('section', { class: 'record', role: 'listitem' },
    make('h3', null, make('span', { class: change.kind.split(' ').pop() }, change.kind),
      ` ${plain(change.table)} ${plain(change.title)}`, make('span', { class: 'links' }, ...links)),
    rows.length && !(isCreated && isDeleted)
      ? make('table', { 'aria-label': 'Fields' }, make('thead', null, make('tr', null, ...head)), make('tbody', null, ...rows))
      : make('p', { class: 'note' },
        isCreated && isDeleted ? 'It is as before.' : 'No value that the tape has is different.'));
}
