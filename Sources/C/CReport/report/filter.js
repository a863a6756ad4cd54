// Search and filters. Lines and paths are compared at once; answers and bodies are read part by part.

const filters = { text: '', method: '', status: '', table: '', writes: false, failed: false };
/** The details whose texts contain the searched one. */
let hits = new Set();
/** The search that runs, so that an older one ends. */
let searching = 0;

const hasRequestFilter = () => Boolean(
  filters.method || filters.status || filters.table || filters.writes || filters.failed);
const isFiltered = () => hasRequestFilter() || filters.text !== '';

const pattern = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');

function fits(request, words) {
  return (!filters.method || request.method === filters.method)
    && (!filters.status || statusClass(request) === filters.status)
    && (!filters.table || request.table === filters.table)
    && (!filters.writes || request.isWrite) && (!filters.failed || request.isFailed)
    && (!words || words.test(request.path) || hits.has(request.detail));
}

const statusClass = ({ status }) => (typeof status === 'number' ? Math.floor(status / 100) + 'xx' : 'none');

/** The requests of a command that the filters leave. */
function shownRequests(command) {
  if (!isFiltered()) { return command.requests; }
  return command.shown || [];
}

/** The items that the filters leave, in order; a command's requests are in its `shown`. */
function filteredItems() {
  const words = filters.text ? pattern(filters.text) : null;
  const items = [];
  let commandCount = 0, requestCount = 0;
  for (const session of sessions) {
    const start = items.length;
    for (const command of session.commands) {
      command.shown = command.requests.filter((request) => fits(request, words));
      const isNamed = words && !hasRequestFilter() && (words.test(command.line) || hits.has(command.detail));
      if (!isFiltered() || isNamed || command.shown.length) {
        items.push(command);
        commandCount += 1;
        requestCount += command.shown.length;
      }
    }
    for (const request of session.requests) {
      if (!fits(request, words)) { continue; }
      items.push(request);
      requestCount += 1;
    }
    if (sessions.length > 1 && items.length > start) { items.splice(start, 0, session); }
  }
  return { items, commandCount, requestCount };
}

function applyFilters() {
  const { items, commandCount, requestCount } = filteredItems();
  list.show(items);
  document.getElementById('count').textContent = isFiltered()
    ? `${counted(commandCount, 'command')} and ${counted(requestCount, 'request')} found` : '';
  document.getElementById('nothing').hidden = items.length > 0;
  timeline?.draw();
  highlightSoon();
}

/** The texts of a detail that are searched. */
function* textsOf(detail) {
  if (Array.isArray(detail)) {
    yield* [detail[0]?.[0], detail[1]?.[0]];
  } else if (detail.sent) {
    yield* [detail.url, detail.body?.[0], detail.answer?.[0]];
    for (const [name, value] of [...detail.sent, ...(detail.received || [])]) { yield name + ': ' + value; }
  }
}

async function search(text) {
  const own = ++searching, words = pattern(text), progress = document.getElementById('progress');
  filters.text = text;
  hits = new Set();
  applyFilters();
  if (!text) {
    progress.textContent = '';
    return;
  }
  let shown = 0, paused = performance.now();
  for (let number = 0; number < about.starts.length; number += 1) {
    let details;
    try { details = await loadPart(number); } catch { continue; }
    for (let place = 0; place < details.length; place += 1) {
      for (const found of textsOf(details[place])) {
        if (found && words.test(found)) {
          hits.add(about.starts[number] + place);
          break;
        }
      }
    }
    if (performance.now() - paused > 50) {
      progress.textContent = `Searching, ${Math.round(100 * (number + 1) / about.starts.length)} %`;
      if (hits.size > shown && shown < 100) {
        shown = hits.size;
        applyFilters();
      }
      await new Promise((resume) => { setTimeout(resume); });
      paused = performance.now();
    }
    if (own !== searching) { return; }
  }
  progress.textContent = '';
  applyFilters();
}

/** The values that occur, the most frequent first. */
function occurring(values) {
  const counts = new Map();
  for (const value of values) { if (value) { counts.set(value, (counts.get(value) || 0) + 1); } }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([value]) => value);
}

function filterElement() {
  const field = make('input', {
    type: 'search', id: 'search', placeholder: 'Search lines, paths, answers, bodies', 'aria-label': 'Search',
    autocomplete: 'off', spellcheck: 'false',
  });
  let timer = 0;
  field.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(() => search(field.value), 150);
  };
  const choice = (name, all, values) => make('select', {
    'aria-label': name, id: 'filter-' + name.toLowerCase(),
    onchange: (event) => {
      filters[name.toLowerCase()] = event.target.value;
      applyFilters();
    },
  }, make('option', { value: '' }, all), ...values.map(
    (value) => make('option', { value }, value === 'none' ? 'no answer' : plain(value))));
  const check = (name, label) => make('label', null, make('input', {
    type: 'checkbox', id: 'filter-' + name,
    onchange: (event) => {
      filters[name] = event.target.checked;
      applyFilters();
    },
  }), ' ' + label);
  return make('search', { class: 'filters', 'aria-label': 'Search and filters' }, field,
    choice('Method', 'Any method', occurring(requests.map((request) => request.method))),
    choice('Status', 'Any status', occurring(requests.map(statusClass)).sort()),
    choice('Table', 'Any table', occurring(requests.map((request) => request.table)).slice(0, 500)),
    check('writes', 'Writes'), check('failed', 'Failed'),
    make('span', { id: 'count', role: 'status' }),
    make('span', { id: 'progress', class: 'second', 'aria-hidden': 'true' }));
}

function clearFilters() {
  Object.assign(filters, { text: '', method: '', status: '', table: '', writes: false, failed: false });
  searching += 1;
  for (const control of document.querySelectorAll('.filters input, .filters select')) {
    control.value = control.type === 'checkbox' ? control.value : '';
    control.checked = false;
  }
  applyFilters();
}

let highlighting = 0;

/** Marks what is searched in the rows that are drawn, without changing them. */
function highlightSoon() {
  if (!window.CSS?.highlights || highlighting) { return; }
  highlighting = requestAnimationFrame(() => {
    highlighting = 0;
    CSS.highlights.delete('found');
    if (!filters.text) { return; }
    const words = filters.text.toLowerCase(), found = new Highlight();
    const walker = document.createTreeWalker(document.getElementById('list'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && found.size < 2000) {
      const text = walker.currentNode.data.toLowerCase();
      for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + words.length)) {
        const node = walker.currentNode, end = start + words.length;
        if (end > node.length) { break; }
        found.add(new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }));
      }
    }
    CSS.highlights.set('found', found);
  });
}
