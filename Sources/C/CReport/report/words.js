// Elements and words. Every text of the tape becomes a text node here; nothing is ever parsed as HTML.

/** An element with attributes, listeners (`onclick`) and children: elements, texts, or nothing. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) { continue; }
    if (typeof value === 'function') { element[name] = value; } else { element.setAttribute(name, value); }
  }
  element.append(...children.flat().filter((child) => child));
  return element;
}

const button = (label, onclick, attributes) => make('button', { type: 'button', onclick, ...attributes }, label);

/** Text without what would reorder or hide it: escapes in JSON may have brought it back. */
const plain = (text) => text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

/** `1,200 requests`, or the number alone. */
function counted(count, word) {
  const number = count.toLocaleString('en');
  return word ? `${number} ${word}${count === 1 ? '' : 's'}` : number;
}

/** A duration in microseconds. */
function duration(time) {
  if (time < 1000) { return `${time} µs`; }
  if (time < 10_000) { return `${(time / 1000).toFixed(1)} ms`; }
  if (time < 1_000_000) { return `${Math.round(time / 1000)} ms`; }
  if (time < 60_000_000) { return `${(time / 1_000_000).toFixed(1)} s`; }
  if (time < 3_600_000_000) { return `${Math.round(time / 60_000_000)} min`; }
  return `${(time / 3_600_000_000).toFixed(1)} h`;
}

function byteCount(size) {
  if (size < 1000) { return `${size} B`; }
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** Says something to people who use a screen reader, and shows it for a moment. */
function say(text) {
  const status = document.getElementById('said');
  status.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { status.textContent = ''; }, 4000);
}

async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission, or in a browser that has no clipboard for files.
    const area = make('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(`${name} copied.`);
}

const copyButton = (label, text, name) => button(label, () => copy(text, name), { class: 'copy' });
