// Long lists. Items are drawn in blocks when they come near the screen and removed when they are far away, so that
// 100 000 rows cost as much as a hundred.

const blockSize = 40;

/** Blocks by their element. */
const blocks = new WeakMap();
const nearScreen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const block = blocks.get(entry.target);
    if (entry.isIntersecting) { block.draw(); } else { block.clear(); }
  }
}, { rootMargin: '1500px 0px' });

class Block {
  /** @param height the expected height of one item in pixels */
  constructor(items, render, height) {
    this.items = items;
    this.render = render;
    this.isDrawn = false;
    this.element = make('div', { class: 'block' });
    this.element.style.minHeight = height * items.length + 'px';
    blocks.set(this.element, this);
    nearScreen.observe(this.element);
  }

  draw() {
    if (this.isDrawn) { return; }
    this.isDrawn = true;
    this.element.replaceChildren(...this.items.map(this.render));
    this.element.style.minHeight = '';
    highlightSoon();
  }

  clear() {
    const { element } = this;
    if (!this.isDrawn || printing || element.contains(document.activeElement)) { return; }
    this.isDrawn = false;
    element.style.minHeight = element.offsetHeight + 'px';
    element.replaceChildren();
  }
}

/** True while the page is printed: everything stays drawn. */
let printing = false;

/** A list in a container, whose items are drawn by a function. */
class BlockList {
  constructor(container, render, height) {
    Object.assign(this, { container, render, height, blocks: [], places: new Map() });
  }

  show(items) {
    for (const block of this.blocks) { nearScreen.unobserve(block.element); }
    this.items = items;
    this.blocks = [];
    this.places.clear();
    for (let start = 0; start < items.length; start += blockSize) {
      const own = items.slice(start, start + blockSize);
      for (const item of own) { this.places.set(item, this.blocks.length); }
      this.blocks.push(new Block(own, this.render, this.height));
    }
    this.container.replaceChildren(...this.blocks.map((block) => block.element));
    // The first rows are there at once.
    this.blocks[0]?.draw();
  }

  has(item) { return this.places.has(item); }

  /** Draws the item's block. */
  draw(item) { this.blocks[this.places.get(item)]?.draw(); }

  drawAll() { for (const block of this.blocks) { block.draw(); } }
}
