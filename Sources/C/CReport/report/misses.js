// A request that the tape has no answer to: what was asked, what is recorded, what differs, and what helps.

/** @param title that of the finding: a command, or the request itself */
function missElement({ message, miss, body, help, isCommand, isHere }, title) {
  const link = (exchange) => (isHere ? placeLink(requestOf.get(exchange)?.key) : null);
  const [nearest, ...others] = miss.nearest;
  const isUnknown = miss.reason === 'not-recorded';
  const whole = nearest && isHere && requestOf.get(nearest.exchange);
  return make('section', { class: 'miss', 'aria-label': 'Request without an answer' },
    !title.startsWith(miss.method + ' ') && make('p', { class: 'asked' }, make('b', null, miss.method), ' ', make('code', null, plain(readable(miss.url)))),
    make('p', { class: 'bad' }, isUnknown ? unknownText(miss) : plain(message), link(miss.exchange)),
    nearest && nearestElement(nearest, 'Nearest on the tape', link),
    whole ? foldedElement('Both requests', () => requestsElement(whole, miss, body), Boolean(body)) : bodyElement(body),
    miss.capped && make('p', { class: 'note' }, `Compared with ${counted(miss.compared, 'request')} of the tape, which has more.`),
    others.length && foldedElement(counted(others.length, 'other similar request'), () => make('div', null,
      ...others.map((near) => nearestElement(near, 'Also on the tape', link)))),
    help.length && make('dl', { class: 'help' }, make('dt', null, 'Hints'), ...help.map((text) => make('dd', null,
      isCommand ? [make('code', null, plain(text)), ' ', copyButton('Copy', text, 'Command')] : plain(text)))));
}

const unknownText = ({ compared, capped }) => 'Nothing is recorded for this request'
  + (compared || capped ? '.' : ', and no request on the tape is similar.');

function nearestElement(near, title, link) {
  const rows = near.differences.map(({ place, recorded, asked }) => {
    const [old, now] = marked(recorded, asked);
    return make('tr', null, make('th', { scope: 'row' }, plain(place)),
      make('td', { class: 'before', 'data-label': 'Recorded' }, old), make('td', { class: 'after', 'data-label': 'Asked' }, now));
  });
  return make('table', { class: 'rows' },
    make('caption', null, `${title}: `, make('code', null, plain(`${near.method} ${pathOf(near.url)}`)), link(near.exchange),
      near.line && [', recorded by ', make('code', null, plain(near.line))]),
    columns(['What differs', 'Recorded', 'Asked']), make('tbody', null, ...rows));
}

/** Both values, with what is different in them marked. */
function marked(recorded, asked) {
  const none = make('i', { class: 'second' }, 'none');
  if (recorded === null || asked === null) {
    return [recorded, asked].map((text) => (text === null ? none : shortened(text) || emptyText()));
  }
  const old = [...shortened(recorded)], now = [...shortened(asked)];
  let start = 0, end = 0;
  while (start < old.length && old[start] === now[start]) { start += 1; }
  while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end]) { end += 1; }
  return [old, now].map((signs) => (signs.length ? [
    signs.slice(0, start).join(''), make('mark', null, signs.slice(start, signs.length - end).join('')),
    signs.slice(signs.length - end).join(''),
  ] : emptyText()));
}

/** What differs in the query is in the rows. */
const pathOf = (url) => readable(url.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*/s, ''));

const maxShown = 2000;
const shortened = (text) => plain(text.length > maxShown ? text.slice(0, maxShown) + '…' : text);

const emptyText = () => make('i', { class: 'second' }, 'empty');

/** An address without its escapes, if they are of text. */
function readable(url) {
  try {
    return decodeURIComponent(url.replace(/[?&].*/s, (query) => query.replaceAll('+', ' ')));
  } catch { return url; }
}

const bodyElement = (body) => body && make('div', null, make('p', { class: 'second' }, 'Body:'), contentElement(body));

/** The recorded request and the one that was asked beside each other, a parameter and a member of the body on each line. */
function requestsElement(request, miss, body) {
  const element = make('div');
  detailOf(request).then((detail) => {
    const old = requestText(request.method, detail.url, detail.body), now = requestText(miss.method, miss.url, body);
    element.append(sidesElement('Requests', [old, now].map((text) => [text, text.length, 0]), ['recorded', 'asked']));
  }, (error) => element.append(make('p', { class: 'bad' }, error.message)));
  return element;
}

function requestText(method, url, body) {
  const [text, size, left] = body || ['', 0, 0];
  const content = text === null ? `(${counted(size, 'byte')}, not text)` : left ? text + '\n…' : indentedText(text);
  return `${method} ${url.split(/(?=[?&])/).map(readable).join('\n  ')}` + (content ? '\n\n' + content : '');
}
