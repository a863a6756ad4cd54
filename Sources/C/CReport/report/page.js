// The page: what is where, links to commands and requests, keys, print and themes.

const root = document.documentElement;
/** What draws parts of the page that are folded, before it is printed. */
const printed = [];
const maxPrinted = 2000;

let currentKey = '';
let timeline = null;
const container = make('div', { id: 'list' });
const list = new BlockList(container, itemElement, 120);
const player = new Player();

// Theme

const isDark = matchMedia('(prefers-color-scheme: dark)');
const shownTheme = () => root.dataset.theme || (isDark.matches ? 'dark' : 'light');
const theme = button('', () => {
  root.dataset.theme = shownTheme() === 'dark' ? 'light' : 'dark';
  nameTheme();
}, { id: 'theme' });
function nameTheme() {
  theme.textContent = shownTheme() === 'dark' ? 'Light' : 'Dark';
  timeline?.draw();
}
isDark.onchange = nameTheme;

// Places

const elementOf = (item) => container.querySelector(`[data-key="${item.key}"]`);

function setHash(key) {
  mark(key);
  history.replaceState(null, '', '#' + key);
}

function mark(key) {
  currentKey = key;
  for (const element of container.querySelectorAll('.current')) { element.classList.remove('current'); }
  const item = itemOf.get(key);
  if (item) { elementOf(item)?.classList.add('current'); }
  timeline?.draw();
}

/** Shows a command, or a request open, whatever the filters are. */
function go(key) {
  const item = itemOf.get(key);
  if (!item) { return; }
  player.end();
  const owner = item.kind === 'request' ? commandOf.get(item.command) : null;
  const top = owner || item;
  if (!list.has(top) || owner && isFiltered() && !owner.shown.includes(item)) { clearFilters(); }
  if (item.kind === 'request') { opened.add(key); }
  list.draw(top);
  if (owner) {
    owner.setOpen(true);
    owner.list.draw(item);
  }
  let element = elementOf(item);
  if (item.kind === 'request' && !element.querySelector('.details')) {
    const opener = requestElement(item);
    element.replaceWith(opener);
    element = opener;
  }
  setHash(key);
  const show = () => element.scrollIntoView({ block: 'start' });
  show();
  // Rows above it are drawn now, and are as tall as they are.
  requestAnimationFrame(() => requestAnimationFrame(show));
  (item.kind === 'request' ? element.querySelector('.row') : element).focus({ preventScroll: true });
}

const openPlace = () => go(decodeURIComponent(location.hash.slice(1)));

// Keys

const keys = [
  ['/', 'Search'], ['j', 'Next command or request'], ['k', 'Previous command or request'],
  ['Enter', 'Open or close'], ['Escape', 'Clear the search, stop playing, close this'], ['?', 'Show these keys'],
];
const help = make('dialog', { id: 'help', 'aria-label': 'Keys' }, make('h2', null, 'Keys'),
  make('dl', null, ...keys.map(
    ([key, text]) => make('div', null, make('dt', null, make('kbd', null, key)), make('dd', null, text)))),
  button('Close', () => help.close()));

/** Moves to the next or previous row that is drawn. */
function moveBy(direction) {
  const rows = [...container.querySelectorAll('[data-key]')].filter((row) => row.offsetParent);
  let place = rows.findIndex((row) => row.dataset.key === currentKey);
  place = place < 0 ? rows.findIndex((row) => row.getBoundingClientRect().top > 60) : place + direction;
  const row = rows[Math.max(0, Math.min(place, rows.length - 1))];
  if (!row) { return; }
  mark(row.dataset.key);
  (row.classList.contains('request') ? row.querySelector('.row') : row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

addEventListener('keydown', (event) => {
  const isTyping = event.target.matches?.('input, select, textarea');
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) { return; }
  if (event.key === 'Escape') {
    if (player.isPlaying) { player.end(); } else if (isFiltered()) { clearFilters(); }
    if (isTyping) { event.target.blur(); }
  } else if (!isTyping && event.key === '/') {
    event.preventDefault();
    document.getElementById('search').select();
  } else if (!isTyping && (event.key === 'j' || event.key === 'k')) {
    moveBy(event.key === 'j' ? 1 : -1);
  } else if (!isTyping && event.key === '?') {
    help.showModal();
  } else if (event.key === 'Enter' && event.target.matches?.('.command')) {
    event.target.querySelector('.fold')?.click();
  }
});

// Print

addEventListener('beforeprint', () => {
  player.end();
  printing = true;
  for (const prepare of printed) { prepare(); }
  if (commands.length + requests.length > maxPrinted) { return; }
  for (const command of commands) { opened.add(command.key); }
  if (requests.length <= 200) { for (const request of requests) { opened.add(request.key); } }
  list.show(list.items);
  list.drawAll();
  for (const command of commands) { command.list?.drawAll(); }
});
addEventListener('afterprint', () => { printing = false; });

// The page

document.body.prepend(make('header', { class: 'bar' }, make('strong', null, about.title),
  make('div', { class: 'controls' }, ...(commands.length ? player.controls : []),
    button('?', () => help.showModal(), { 'aria-label': 'Keys', title: 'Keys' }), theme)));
const listed = (values) => [...new Set(values)].join(', ');
const facts = sessions.length ? [
  ['Instance', listed(sessions.map((session) => session.instance))],
  ['User', listed(sessions.map((session) => session.user))], ['Recorded', sessions[0].start],
  ...(sessions.length > 1 ? [['Sessions', counted(sessions.length)]] : []),
  ['Commands', counted(commands.length)], ['Requests', counted(requests.length)],
] : [];
const main = make('main', null, make('h1', null, about.title), factsElement(facts));
const panel = about.panel && panels[about.panel.name]?.(about.panel.data);
if (panel) { main.append(panel); }
if (requests.length) {
  timeline = new Timeline();
  main.append(timeline.element);
}
const changed = changesElement();
if (changed) { main.append(changed); }
if (commands.length + requests.length) { main.append(filterElement()); }
main.append(container, make('p', { id: 'nothing', class: 'second', hidden: '' }, 'Nothing matches.'));
document.querySelector('header').after(main,
  make('footer', null, `Written by Snowdeck ${about.version}. Secrets are replaced by placeholders.`),
  help, make('div', { id: 'said', role: 'status' }));
nameTheme();
if (commands.length + requests.length) { applyFilters(); }
addEventListener('hashchange', openPlace);
const failure = panel?.querySelector('.finding');
if (location.hash.length > 1) { openPlace(); } else if (about.place) {
  go(about.place);
} else if (failure) {
  panel.scrollIntoView();
  failure.focus({ preventScroll: true });
}
