// The timeline: a bar for each request, in as many lanes as requests overlapped. Pauses are shortened.

const laneHeight = 12, maxLanes = 10, topSpace = 4, axisSpace = 18;

class Timeline {
  constructor() {
    this.measure();
    this.canvas = make('canvas', {
      role: 'img',
      'aria-label': `Timeline of ${counted(requests.length, 'request')}. The list below has the same requests.`,
    });
    this.hint = make('div', { class: 'tip', role: 'tooltip', hidden: '' });
    const zoom = (factor) => () => this.zoom(factor, (this.from + this.to) / 2);
    const legend = stageNames.map((name, place) => make('span', { class: 'stage stage-' + place }, name));
    this.element = make('section', { class: 'timeline', 'aria-label': 'Timeline' },
      make('div', { class: 'canvas' }, this.canvas, this.hint),
      make('p', { class: 'legend' }, ...legend, make('span', { class: 'stage failed' }, 'Failed'),
        make('span', { class: 'stage epoch' }, 'Shade turns after each change'), make('span', { class: 'space' }),
        button('−', zoom(2), { 'aria-label': 'Zoom out' }), button('+', zoom(0.5), { 'aria-label': 'Zoom in' })));
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas.parentElement);
  }

  /** Gives each request a lane, a start and an end, in microseconds without long pauses. */
  measure() {
    const order = [...requests].sort((one, other) => one.at - other.at);
    const busy = order.reduce((sum, request) => sum + request.total, 0);
    const longest = Math.max(50_000, busy / 30);
    const lanes = [];
    let moved = order.length ? order[0].at : 0, last = moved, epoch;
    this.bands = [];
    this.pauses = [];
    for (const request of order) {
      const pause = request.at - last;
      if (pause > longest) {
        this.pauses.push({ at: last - moved + longest / 2, time: pause });
        moved += pause - longest;
      }
      let start = request.at - moved;
      let lane = lanes.findIndex((end) => end <= start);
      if (lane < 0) { lane = lanes.length < maxLanes ? lanes.length : lanes.indexOf(Math.min(...lanes)); }
      // With more at a time than there are lanes, a bar begins where its lane is free.
      start = Math.max(start, lanes[lane] || 0);
      const end = start + Math.max(request.total, 300);
      lanes[lane] = end;
      Object.assign(request, { lane, start, end });
      last = Math.max(last, request.at + request.total);
      const own = request.epoch === null ? epoch : request.session + ':' + request.epoch;
      if (own !== epoch) { this.bands.push({ start, epoch: request.epoch }); }
      epoch = own;
    }
    this.laneCount = Math.max(1, lanes.length);
    this.length = Math.max(1, ...lanes);
    this.from = 0;
    this.to = this.length;
    this.order = order;
  }

  /** Where a time is on the screen. */
  x(time) { return (time - this.from) / (this.to - this.from) * this.width; }
  time(x) { return this.from + x / this.width * (this.to - this.from); }

  /** A color of the style sheet, as the theme has it. */
  color(name) {
    this.canvas.style.color = `var(--${name})`;
    return getComputedStyle(this.canvas).color;
  }

  draw() {
    if (this.isWaiting) { return; }
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.drawNow();
    });
  }

  drawNow() {
    const { canvas } = this, scale = window.devicePixelRatio || 1;
    this.width = canvas.parentElement.clientWidth;
    const height = topSpace + this.laneCount * laneHeight + axisSpace;
    canvas.width = this.width * scale;
    canvas.height = height * scale;
    canvas.style.height = height + 'px';
    const pen = canvas.getContext('2d'), color = (name) => this.color(name);
    const colors = stageNames.map((_, place) => color('stage-' + place));
    pen.scale(scale, scale);
    this.drawBands(pen, color, height);
    const words = filters.text ? pattern(filters.text) : null;
    for (const failed of [false, true]) {
      for (const request of this.order) {
        if (request.isFailed !== failed || request.end < this.from || request.start > this.to) { continue; }
        pen.globalAlpha = isFiltered() && !fits(request, words) ? 0.15 : 1;
        this.drawBar(pen, request, failed ? color('bad') : null, colors);
      }
    }
    pen.globalAlpha = 1;
    const current = itemOf.get(currentKey);
    if (current?.kind === 'request') {
      pen.strokeStyle = color('text');
      const top = topSpace + current.lane * laneHeight;
      pen.strokeRect(this.x(current.start) - 1.5, top - 0.5, this.barWidth(current) + 3, laneHeight - 1);
    }
  }

  drawBands(pen, color, height) {
    this.bands.forEach((band, place) => {
      if (place % 2) { return; }
      const end = this.bands[place + 1]?.start ?? this.length;
      pen.fillStyle = color('band');
      pen.fillRect(this.x(band.start), 0, this.x(end) - this.x(band.start), height);
    });
    pen.font = '11px system-ui, sans-serif';
    pen.fillStyle = color('second');
    let free = -Infinity;
    for (const pause of this.pauses) {
      const x = this.x(pause.at), text = duration(pause.time), half = pen.measureText(text).width / 2;
      if (x - half < free || x < 0 || x > this.width) { continue; }
      pen.fillText(text, x - half, height - 5);
      free = x + half + 10;
      for (let y = topSpace; y < height - axisSpace; y += 4) { pen.fillRect(x, y, 1, 2); }
    }
  }

  barWidth(request) { return Math.max(2, this.x(request.end) - this.x(request.start) - 0.5); }

  drawBar(pen, request, single, colors) {
    const y = topSpace + request.lane * laneHeight, width = this.barWidth(request);
    const left = this.x(request.start);
    if (single || width < 4 || !request.total) {
      pen.fillStyle = single || colors[3];
      pen.fillRect(left, y, width, laneHeight - 2);
      return;
    }
    let x = left;
    stagesOf(request).forEach((time, place) => {
      const part = time / request.total * width;
      pen.fillStyle = colors[place];
      pen.fillRect(x, y, part, laneHeight - 2);
      x += part;
    });
  }

  /** The request at a place of the canvas; the nearest one in its lane within a few pixels. */
  find(x, y) {
    const lane = Math.floor((y - topSpace) / laneHeight);
    let best = null, distance = 6;
    for (const request of this.order) {
      if (request.lane !== lane) { continue; }
      const left = this.x(request.start), away = Math.max(left - x, x - left - this.barWidth(request), 0);
      if (away < distance) {
        best = request;
        distance = away;
      }
    }
    return best;
  }

  zoom(factor, around) {
    const length = Math.min(this.length, Math.max(1000, (this.to - this.from) * factor));
    const share = (around - this.from) / (this.to - this.from);
    this.move(around - share * length, length);
  }

  move(from, length = this.to - this.from) {
    this.from = Math.max(0, Math.min(from, this.length - length));
    this.to = this.from + length;
    this.draw();
  }

  listen() {
    const { canvas, hint } = this;
    let grip = null;
    canvas.onpointermove = (event) => {
      if (grip) {
        this.move(grip.from - (event.offsetX - grip.x) / this.width * (this.to - this.from));
        grip.moved ||= Math.abs(event.offsetX - grip.x) > 4;
      }
      const request = this.find(event.offsetX, event.offsetY);
      canvas.style.cursor = request ? 'pointer' : '';
      hint.hidden = !request;
      if (!request) { return; }
      hint.replaceChildren(make('b', null, `#${request.key} ${request.method} ${request.status}`), make('br'),
        plain(request.path).slice(0, 200), make('br'), `${duration(request.total)}: ${stageText(request)}`);
      hint.style.left = Math.max(0, Math.min(event.offsetX, this.width - hint.offsetWidth - 4)) + 'px';
    };
    canvas.onpointerleave = () => { hint.hidden = true; };
    canvas.onpointerdown = (event) => {
      grip = { x: event.offsetX, from: this.from, moved: false };
      try { canvas.setPointerCapture(event.pointerId); } catch { /* The pointer is gone. */ }
    };
    canvas.onpointerup = (event) => {
      const isClick = grip && !grip.moved, request = this.find(event.offsetX, event.offsetY);
      grip = null;
      if (isClick && request) { go(request.key); }
    };
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) { return; }
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.3 : 0.77, this.time(event.offsetX));
    }, { passive: false });
  }
}
