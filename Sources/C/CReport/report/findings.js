// Differences with both sides: of a failed replay or test above its tape, or of two tapes or instances.

const isDifferent = ([, , ...contents]) => contents.some((content) => content.length > 0);

/** More are shown on request, so that the tape below them is near. */
const maxFindings = 100;

panels.findings = ({ summary, sides, parts }) => {
  const different = parts.filter(isDifferent), same = parts.filter((part) => !isDifferent(part));
  const container = make('div', { class: 'parts' });
  const list = new BlockList(container, (part) => findingElement(part, sides), 160);
  list.show(different.slice(0, maxFindings));
  const left = different.length - maxFindings;
  const rest = left > 0 && button(`Show ${counted(left)} more`, () => {
    list.show(different);
    rest.remove();
  });
  printed.push(() => {
    if (list.items.length > maxPrinted) { return; }
    list.drawAll();
    for (const folded of container.querySelectorAll('details')) {
      folded.open = true;
      folded.ontoggle();
    }
  });
  return make('section', { class: 'findings', 'aria-label': 'Differences' },
    make('p', { class: different.some(([, , , rows]) => worst(rows) === 'failure') ? 'summary bad' : 'summary' }, plain(summary)), container, rest,
    same.length && make('details', null, make('summary', null, `${same.length} without differences`),
      make('ul', null, ...same.map(([title]) => make('li', null, make('code', null, plain(title)))))));
};

function findingElement([title, place, lines, rows, outputs, misses], sides) {
  const texts = outputs.map(([name, old, now]) => sidesElement(name, [old, now], sides));
  return make('article', { class: 'finding ' + worst(rows), tabindex: '-1', 'aria-label': plain(title) },
    make('h2', null, make('code', null, plain(title)), placeLink(place)),
    lines.length && make('pre', { class: 'err' }, ...lines.map((line) => labeled(plain(line) + '\n'))),
    ...misses.map((miss) => missElement(miss, title)),
    rows.length && rowsElement(rows, sides),
    // What a miss says is in the messages too.
    ...texts.map((text, place) => (misses.length && outputs[place][0] === 'Messages' ? foldedElement('Messages', () => text) : text)));
}

/** The worst severity of a comparison. In a failed replay or test everything that differs fails. */
const worst = (rows) => (about.sessions.length || !rows.length ? 'failure'
  : ['failure', 'warning', 'info'].find((severity) => rows.some(([own]) => own === severity)));

/** A link to a command or request of the page, after a space. */
const placeLink = (place) => (itemOf.has(place) ? [' ', make('a', { href: '#' + place }, '#' + place)] : null);

/** Details whose content is made when they are opened, or printed. */
function foldedElement(title, content, isOpen) {
  const element = make('details', null, make('summary', null, title));
  element.ontoggle = () => { if (element.open && element.children.length === 1) { element.append(content()); } };
  element.open = isOpen;
  if (isOpen) { element.ontoggle(); }
  return element;
}

const columns = (names) => make('thead', null, make('tr', null, ...names.filter((name) => name).map((name) => make('th', { scope: 'col' }, plain(name)))));

function rowsElement(rows, sides) {
  const value = (text, name) => make('td', { 'data-label': name }, text === null ? make('i', { class: 'second' }, 'none') : plain(text));
  const hasRecords = rows.some(([, record]) => record);
  return make('table', { class: 'rows', 'aria-label': 'Differences' }, columns(['Severity', hasRecords && 'Record', 'Field', ...sides]), make('tbody', null,
    ...rows.map(([severity, record, field, change, old, now]) => make('tr', null,
      make('td', { class: severity }, severity), hasRecords && make('td', { 'data-label': 'Record' }, plain(record)),
      make('th', { scope: 'row' }, plain(field) || change), value(old, sides[0]), value(now, sides[1])))));
}

/** Two texts beside each other, line by line; long runs of equal lines are folded. */
function sidesElement(name, contents, sides) {
  const [old, now] = contents.map((content) => (content ? content[0] : ''));
  const caption = make('caption', null, name);
  if (old === null || now === null) {
    return make('p', { class: 'note' }, `${name}: ${contents.map((content) => counted(content ? content[1] : 0, 'byte')).join(' and ')}, not text.`);
  }
  const rows = paired(linesOf(old), linesOf(now));
  const body = make('tbody');
  for (let start = 0; start < rows.length;) {
    let end = start;
    while (end < rows.length && rows[end].isSame) { end += 1; }
    const first = start === 0 ? 0 : context, last = end === rows.length ? 0 : context;
    if (end - start > first + last + 2) {
      const hidden = rows.slice(start + first, end - last).map(lineElement);
      body.append(...rows.slice(start, start + first).map(lineElement), foldElement(hidden), ...rows.slice(end - last, end).map(lineElement));
    } else {
      body.append(...rows.slice(start, end).map(lineElement));
    }
    for (start = end; start < rows.length && !rows[start].isSame; start += 1) { body.append(lineElement(rows[start])); }
  }
  const cut = contents.some((content) => content && content[2]);
  return make('div', { class: 'sides', tabindex: '0', role: 'region', 'aria-label': name },
    make('table', { 'aria-label': name }, caption, columns(sides), body),
    cut && make('p', { class: 'note' }, 'Long texts are cut.'));
}

const context = 3;
const linesOf = (text) => (text ? plain(text).replace(/\n$/, '').split('\n') : []);

function foldElement(hidden) {
  const row = make('tr', { class: 'equal' }, make('td', { colspan: '2' }, button(counted(hidden.length, 'equal line'), () => row.replaceWith(...hidden))));
  return row;
}

function lineElement({ old, now, isSame }) {
  const cell = (text, sign, kind) => make('td', { class: text === null ? 'none' : isSame ? null : kind },
    text === null ? null : [isSame ? '  ' : sign + ' ', text]);
  return make('tr', null, cell(old, '−', 'before'), cell(now, '+', 'after'));
}

/** Pairs the lines of two texts: by the longest common subsequence, or in order if that takes too long. */
function paired(old, now) {
  const rows = [];
  let start = 0, oldEnd = old.length, newEnd = now.length;
  while (start < oldEnd && start < newEnd && old[start] === now[start]) { start += 1; }
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === now[newEnd - 1]) { oldEnd -= 1; newEnd -= 1; }
  const same = (text) => ({ old: text, now: text, isSame: true });
  const left = old.slice(start, oldEnd), right = now.slice(start, newEnd);
  const width = right.length + 1, isSmall = left.length * right.length < 4_000_000;
  const lengths = isSmall ? new Uint16Array((left.length + 1) * width) : null;
  for (let i = left.length - 1; isSmall && i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = left[i] === right[j] ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  let gone = [], come = [];
  const flush = () => {
    for (let place = 0; place < Math.max(gone.length, come.length); place += 1) {
      rows.push({ old: gone[place] ?? null, now: come[place] ?? null, isSame: false });
    }
    gone = [];
    come = [];
  };
  let i = 0, j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      flush();
      rows.push(same(left[i]));
      i += 1;
      j += 1;
    } else if (j >= right.length || i < left.length && (!isSmall || lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) {
      gone.push(left[i]);
      i += 1;
    } else {
      come.push(right[j]);
      j += 1;
    }
  }
  flush();
  return [...old.slice(0, start).map(same), ...rows, ...old.slice(oldEnd).map(same)];
}
