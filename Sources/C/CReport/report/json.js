// JSON as a tree. The parser keeps what `JSON.parse` would lose: repeated names, their order, and the text of numbers.

const tokens = /\s*(?:("(?:[^"\\]|\\[^])*")|([{}\[\],:])|([^\s{}\[\],:"]+))/gy;

/** `{ kind, text }` of a scalar or `{ kind, members }` of an array or object; null for other texts. */
function parseTree(text) {
  try {
    JSON.parse(text);
    const found = [];
    tokens.lastIndex = 0;
    for (let match = tokens.exec(text); match; match = tokens.exec(text)) { found.push(match); }
    return treeValue(found, { place: 0 });
  } catch {
    return null;
  }
}

function treeValue(found, cursor) {
  const [, string, sign, word] = found[cursor.place++];
  if (string) { return { kind: 'string', text: JSON.parse(string) }; }
  if (word) { return { kind: /^[-\d]/.test(word) ? 'number' : 'word', text: word }; }
  const members = [], isObject = sign === '{', end = isObject ? '}' : ']';
  while (found[cursor.place][2] !== end) {
    if (found[cursor.place][2] === ',') { cursor.place += 1; }
    let name = members.length;
    if (isObject) {
      name = JSON.parse(found[cursor.place][1]);
      cursor.place += 2;
    }
    members.push([name, treeValue(found, cursor)]);
  }
  cursor.place += 1;
  return { kind: isObject ? 'object' : 'array', members };
}

/** JSON with a member or element on each line; other texts as they are. */
function indentedText(text) {
  try { return indented(parseTree(text)) ?? text; } catch { return text; }
}

/** The text of a parsed value, a member or element on each line; undefined for null. */
function indented(node, indent = '') {
  if (!node?.members) { return node && (node.kind === 'string' ? JSON.stringify(node.text) : node.text); }
  const isObject = node.kind === 'object', inner = indent + '  ';
  const lines = node.members.map(([name, value]) => (
    '\n' + inner + (isObject ? JSON.stringify(name) + ': ' : '') + indented(value, inner)));
  return (isObject ? '{' : '[') + lines.join(',') + (lines.length ? '\n' + indent : '') + (isObject ? '}' : ']');
}

function nodeCount(node) {
  return 1 + (node.members || []).reduce((sum, [, value]) => sum + nodeCount(value), 0);
}

const isSmall = (node) => node.members.length <= 4
  && node.members.every(([name, value]) => !value.members && value.text.length + String(name).length < 40);

const valueElement = ({ kind, text }) => (
  make('span', { class: kind }, kind === 'string' ? '"' + plain(text) + '"' : text));

/** `{ value: "1", display_value: "1 - High" }` */
function inlineElements(node) {
  const parts = node.members.flatMap(([name, value], place) => [
    place ? ', ' : ' ', node.kind === 'object' && make('span', { class: 'name' }, plain(name)),
    node.kind === 'object' && ': ', valueElement(value)]);
  const [start, end] = node.kind === 'array' ? ['[', ']'] : ['{', '}'];
  return [start, ...parts, parts.length ? ' ' : '', end];
}

/** The tree of a value. Small ones are open; the members of closed ones are made when they are opened. */
function treeElement(name, node, isOpen) {
  const label = name === null ? null : make('span', { class: 'name' }, plain(String(name)));
  if (!node.members || name !== null && isSmall(node)) {
    const value = node.members ? inlineElements(node) : valueElement(node);
    return make('div', { class: 'leaf' }, label, label && ': ', value);
  }
  const word = node.kind === 'array' ? 'element' : 'member';
  const size = make('span', { class: 'size' }, counted(node.members.length, word));
  const signs = node.kind === 'array' ? '[ ]' : '{ }';
  const element = make('details', { class: 'node' }, make('summary', null, label, label && ' ', signs + ' ', size));
  const fill = () => {
    if (!element.open || element.children.length > 1) { return; }
    const inner = node.members.length > 200;
    element.append(...node.members.map(([key, value]) => treeElement(key, value, isOpen && !inner)));
    highlightSoon();
  };
  element.ontoggle = fill;
  element.open = isOpen || name === null;
  fill();
  return element;
}
