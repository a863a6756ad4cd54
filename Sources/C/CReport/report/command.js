// A command with its answer and its requests, and the heading of a session.

const labels = [['error:', 'error'], ['internal error:', 'error'], ['warning:', 'warning'], ['hint', 'hint']];

/** Wide outputs are scrolled, also with the keyboard. */
const focusable = { class: 'out', tabindex: '0', role: 'group', 'aria-label': 'Output' };

function commandElement(command) {
  const code = make('code', null, plain(command.line));
  const time = make('a', { href: '#' + command.key, title: `Command ${command.id}, ${command.time}` },
    `#${command.id}`, make('span', { class: 'time' }, ' ' + command.time.slice(11, 19)));
  const tools = make('span', { class: 'tools' },
    copyButton('Copy', command.line, 'Line'),
    command.isStep && copyButton('Copy as recipe step', step(command.line), 'Recipe step'));
  const answer = make('div', { class: 'answer' });
  const element = make('article', {
    class: classOf(command, command.isNested ? 'command nested' : 'command'), 'data-key': command.key, tabindex: '-1',
    'aria-label': `Command ${command.id}`,
  }, make('div', { class: 'prompt' }, make('span', { 'aria-hidden': 'true' }, '>'), code, tools, time), answer);
  detailOf(command).then(([output, errors, picture]) => {
    answer.append(...[
      outputElement(output, (text) => make('pre', focusable, plain(text))),
      outputElement(errors, (text) => make('pre', { class: 'err' }, ...plain(text).split(/(?<=\n)/).map(labeled))),
      pictureElement(picture, `The picture that ${command.line} wrote`), endElement(command),
    ].filter((child) => child));
    highlightSoon();
  }, (error) => answer.append(make('p', { class: 'bad' }, error.message)));
  const own = shownRequests(command);
  if (own.length) { element.append(...requestList(command, own)); }
  return element;
}

/** An output `[text, size, left out]`. */
function outputElement(content, shown) {
  if (!content) { return null; }
  const [text, size, left] = content;
  if (text === null) { return make('p', { class: 'note' }, `${counted(size, 'byte')}, not text.`); }
  return make('div', null, shown(text), left && cutElement(left, size));
}

/** A line of standard error with its label colored, as on a terminal. */
function labeled(line) {
  const found = labels.find(([label]) => line.startsWith(label));
  const colon = line.indexOf(':') + 1;
  if (!found || !colon) { return line; }
  return make('span', null, make('b', { class: found[1] }, line.slice(0, colon)), line.slice(colon));
}

function endElement(command) {
  if (command.status === 0) { return null; }
  return make('p', { class: 'exit' }, command.status === null ? 'interrupted' : `exit ${command.status}`);
}

/** The button and the list of a command's requests. */
function requestList(command, own) {
  const isOpen = isFiltered() || opened.has(command.key);
  const container = make('div', { class: 'requests', role: 'list', hidden: isOpen ? null : '' });
  const list = new BlockList(container, requestElement, 26);
  command.list = list;
  const failed = own.filter((request) => request.isFailed).length;
  const time = own.reduce((sum, request) => sum + request.total, 0);
  const toggle = button([
    counted(own.length, 'request'), time ? `, ${duration(time)}` : '',
    failed ? make('span', { class: 'bad' }, `, ${failed} failed`) : '',
  ], () => setOpen(container.hidden), { class: 'fold', 'aria-expanded': String(isOpen) });
  const setOpen = (opens) => {
    if (opens) { opened.add(command.key); } else { opened.delete(command.key); }
    container.hidden = !opens;
    toggle.setAttribute('aria-expanded', String(opens));
    if (opens && !list.items) { list.show(own); }
  };
  command.setOpen = setOpen;
  if (isOpen) { list.show(own); }
  return [toggle, container];
}

function sessionElement(session) {
  return make('div', { class: 'session' },
    make('h2', null, `Session ${session.id}`),
    factsElement([['Instance', session.instance], ['User', session.user], ['Recorded', session.start]]));
}

const factsElement = (facts) => make('dl', { class: 'facts' },
  ...facts.map(([name, value]) => make('div', null, make('dt', null, plain(name)), make('dd', null, plain(value)))));

/** What an item of the list is drawn as. */
const itemElement = (item) => (
  { command: commandElement, request: requestElement, session: sessionElement }[item.kind](item));
