// A request: one row, and its details when it is open.

/** The keys of requests and commands that are open. */
const opened = new Set();

const stageNames = ['Queueing and look-up', 'Connecting', 'TLS', 'Waiting', 'Reading'];

/** The durations of the stages of a request; those that did not take place are 0. */
const stagesOf = (request) => request.stages.map((end, place) => Math.max(0, end - (request.stages[place - 1] || 0)));

const stageText = (request) => stagesOf(request)
  .map((time, place) => (time > 0 ? `${stageNames[place].toLowerCase()} ${duration(time)}` : ''))
  .filter((text) => text).join(', ');

const classOf = (item, name) => (item.key === currentKey ? name + ' current' : name);

function requestElement(request) {
  const isOpen = opened.has(request.key);
  const status = make('span', { class: request.isFailed ? 'status bad' : 'status ok' }, String(request.status));
  const toggle = button([
    make('b', { class: request.isWrite ? 'write' : null }, request.method), ' ',
    make('span', { class: 'path' }, plain(request.path)), ' ', status, ' ',
    make('span', { class: 'ms' }, request.total ? duration(request.total) : ''),
  ], null, { class: 'row', 'aria-expanded': String(isOpen) });
  const element = make('div',
    { class: classOf(request, 'request'), 'data-key': request.key, role: 'listitem' }, toggle);
  toggle.onclick = () => {
    const opens = !opened.has(request.key);
    if (opens) { opened.add(request.key); } else { opened.delete(request.key); }
    toggle.setAttribute('aria-expanded', String(opens));
    setHash(request.key);
    if (opens) { showDetails(request, element); } else { element.lastChild.remove(); }
  };
  if (isOpen) { showDetails(request, element); }
  return element;
}

function showDetails(request, element) {
  const body = make('div', { class: 'details' });
  element.append(body);
  return detailOf(request).then(
    (detail) => {
      body.append(...requestDetails(request, detail));
      highlightSoon();
    },
    (error) => body.append(make('p', { class: 'bad' }, error.message)));
}

function requestDetails(request, detail) {
  if (!detail.sent) { return [make('p', { class: 'note' }, `Request ${request.id} is damaged, so it is left out.`)]; }
  const facts = [
    request.purpose === 'command' ? null : `for ${request.purpose}`,
    request.total ? stageText(request) : null,
    typeof request.status === 'number' ? byteCount(request.size) : null,
  ].filter((fact) => fact);
  const tools = make('p', { class: 'tools' },
    copyButton('Copy as curl', detail.curl, 'curl command line'),
    detail.line && copyButton('Copy as Snowdeck line', detail.line, 'Snowdeck line'),
    detail.line && !detail.line.includes('\n') && copyButton('Copy as recipe step', step(detail.line), 'Recipe step'),
    make('a', { href: '#' + request.key }, '#' + request.key));
  const sent = [
    make('h4', null, 'Request'), make('pre', { class: 'first' }, plain(`${request.method} ${detail.url}`)),
    headersElement(detail.sent), contentElement(detail.body),
  ];
  const received = detail.received ? [
    make('h4', null, 'Response'),
    make('pre', { class: 'first' }, plain(`HTTP/${detail.version} ${request.status} ${detail.reason}`)),
    headersElement(detail.received),
    pictureElement(detail.picture, 'The picture in the response') || contentElement(detail.answer),
  ] : [make('p', { class: 'note' }, 'No answer: ' + plain(detail.failure || missing(request)))];
  return [make('p', { class: 'facts' }, facts.join(' · ')), tools, ...sent, ...received].filter((child) => child);
}

const missing = (request) => (request.command ? 'the program ended during the request.' : 'none is on the tape.');

/** A step of a recipe. */
const step = (line) => '```snowdeck\n> ' + line + '\n```\n';

function headersElement(headers) {
  const list = factsElement(headers);
  list.className = '';
  return make('details', { class: 'headers' }, make('summary', null, counted(headers.length, 'header')), list);
}

/** Only images that `ReportText.picture` wrote; the policy allows no other. */
function pictureElement(source, text) {
  return source && source.startsWith('data:image/') ? make('img', { src: source, alt: text, class: 'picture' }) : null;
}

const cutElement = (left, size) => make(
  'p', { class: 'note' }, `Cut: ${left} of ${counted(size, 'byte')} are left out.`);

/** A body `[text, size, left out]` as a tree if it is JSON, else as text. */
function contentElement(content) {
  if (!content) { return null; }
  const [text, size, left] = content;
  if (text === null) { return make('p', { class: 'note' }, `${counted(size, 'byte')}, not text.`); }
  const element = make('div', { class: 'body' });
  const asText = () => make('pre', null, plain(text));
  const tree = left ? null : parseTree(text);
  if (tree && tree.members) {
    const shown = treeElement(null, tree, nodeCount(tree) < 400);
    const switcher = button('Text', () => {
      const isTree = switcher.textContent === 'Text';
      switcher.textContent = isTree ? 'Tree' : 'Text';
      element.lastChild.replaceWith(isTree ? asText() : shown);
      highlightSoon();
    }, { class: 'switch' });
    element.append(switcher, shown);
  } else {
    element.append(asText());
  }
  if (left) { element.append(cutElement(left, size)); }
  return element;
}
