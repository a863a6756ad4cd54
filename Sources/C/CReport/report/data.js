'use strict';
// The data of the page. `ReportPage.swift` writes it; the columns of its rows are named here.

/** The data of a block, which is removed: it is needed once. */
function readBlock(id) {
  const block = document.getElementById(id);
  const value = JSON.parse(block.textContent);
  block.remove();
  return value;
}

/** Title, version, sessions, changes, the first detail of each part, the folder of parts, the panel and place. */
const about = readBlock('about');

const sessions = about.sessions.map(([id, instance, user, start]) => (
  { kind: 'session', id, instance, user, start, commands: [], requests: [] }));
const sessionOf = new Map(sessions.map((session) => [session.id, session]));

const commands = readBlock('commands').map(([detail, id, session, line, time, status, isNested, isStep]) => (
  { kind: 'command', key: String(id), detail, id, session, line, time, status, isNested, isStep, requests: [] }));
const commandOf = new Map(commands.map((command) => [command.id, command]));

/** All requests in their order. Times are in microseconds: `at` since 1970, `stages` since then. */
const requests = readBlock('requests').map((row) => {
  const [detail, id, command, session, at, method, path, status, isWrite, epoch, stages, size, purpose] = row;
  const request = {
    kind: 'request', detail, id, command, session, at, method, path, status, isWrite, epoch, stages, size, purpose,
    isFailed: typeof status !== 'number' || status >= 400, total: stages[4], table: tableOf(path),
  };
  const owner = commandOf.get(command);
  const list = owner ? owner.requests : (sessionOf.get(session) || sessions[0] || { requests: [] }).requests;
  list.push(request);
  request.key = owner ? owner.id + '.' + list.length : 'r' + id;
  return request;
});
for (const command of commands) {
  (sessionOf.get(command.session) || { commands: [] }).commands.push(command);
}
const itemOf = new Map([...commands, ...requests].map((item) => [item.key, item]));
const requestOf = new Map(requests.map((request) => [request.id, request]));

/** The table that a path names; empty for others. */
function tableOf(path) {
  const found = /^\/api\/now\/(?:v\d+\/)?(?:table|stats|import|attachment\/file)\/(\w+)/.exec(path)
    || /^\/(\w+?)(?:_list)?\.do\b/.exec(path);
  return found ? found[1] : '';
}

/** Parts by number, the last used one last. Those in files are forgotten when there are many. */
const parts = new Map();
const maxParts = 24;
/** What to call with the data of parts that are being loaded. */
const expected = new Map();

function partOf(detail) {
  let low = 0, high = about.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (about.starts[middle] <= detail) { low = middle; } else { high = middle - 1; }
  }
  return low;
}

function loadPart(number) {
  let loading = parts.get(number);
  if (loading && !about.folder) { return loading; }
  parts.delete(number);
  loading ||= about.folder ? loadFile(number) : Promise.resolve(readBlock('part-' + number));
  parts.set(number, loading);
  if (about.folder && parts.size > maxParts) { parts.delete(parts.keys().next().value); }
  return loading;
}

function loadFile(number) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const end = () => { script.remove(); expected.delete(number); };
    expected.set(number, resolve);
    script.onload = end;
    script.onerror = () => {
      end();
      parts.delete(number);
      reject(new Error(`${about.folder}/${number}.js is missing. The folder belongs beside this page.`));
    };
    script.src = encodeURIComponent(about.folder) + '/' + number + '.js';
    document.head.append(script);
  });
}

/** Called by the files of parts. */
function part(number, details) { expected.get(number)?.(details); }

/** The detail of a command `[output, errors, picture]`, or of a request: what `ExchangeDetail` writes. */
async function detailOf(item) {
  const number = partOf(item.detail);
  return (await loadPart(number))[item.detail - about.starts[number]];
}

/** Panels above the commands by name, such as a failed replay's: functions that make an element from their data. */
const panels = {};
