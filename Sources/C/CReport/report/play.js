// The player: types the session's commands one after the other.

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

class Player {
  constructor() {
    this.play = button('Play', () => this.toggle(), { id: 'play' });
    this.skip = button('Skip', () => this.advance(), { id: 'skip', hidden: '' });
    this.stop = button('Show all', () => this.end(), { id: 'stop', hidden: '' });
    this.count = make('output', { id: 'played' });
    this.place = -1;
  }

  get controls() { return [this.count, this.play, this.skip, this.stop]; }
  get isPlaying() { return this.place >= 0; }

  toggle() {
    if (!this.isPlaying) {
      clearFilters();
      document.documentElement.classList.add('playing');
      this.skip.hidden = this.stop.hidden = false;
      scrollTo(0, 0);
      this.begin(0);
    } else if (this.timer) {
      this.pause();
      this.play.textContent = 'Resume';
    } else {
      this.after(0, this.next);
    }
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  after(wait, next) {
    this.next = next;
    this.timer = setTimeout(next, wait);
    this.play.textContent = 'Pause';
  }

  begin(place) {
    this.place = place;
    if (place >= commands.length) {
      this.end();
      return;
    }
    const command = commands[place];
    list.show(commands.slice(0, place + 1));
    list.draw(command);
    this.element = elementOf(command);
    this.code = this.element.querySelector('code');
    this.element.classList.add('typing');
    this.count.value = `${place + 1} of ${commands.length}`;
    const letters = Array.from(plain(command.line));
    let typed = 0;
    const type = () => {
      // Long lines are typed faster: no line takes more than about three seconds.
      typed += Math.ceil(letters.length / 90);
      this.code.textContent = letters.slice(0, typed).join('');
      if (typed < letters.length) { this.after(32, type); } else { this.after(350, () => this.answer()); }
    };
    if (isCalm.matches) {
      this.answer();
      return;
    }
    this.code.textContent = '';
    this.element.scrollIntoView({ block: 'nearest' });
    this.after(400, type);
  }

  answer() {
    this.code.textContent = plain(commands[this.place].line);
    this.element.classList.remove('typing');
    this.element.scrollIntoView({ block: this.element.offsetHeight > innerHeight - 80 ? 'start' : 'nearest' });
    const wait = Math.min(900 + 4 * this.element.textContent.length, 4000);
    this.after(wait, () => this.begin(this.place + 1));
  }

  advance() {
    this.pause();
    if (this.element.classList.contains('typing')) { this.answer(); } else { this.begin(this.place + 1); }
  }

  end() {
    if (!this.isPlaying) { return; }
    this.pause();
    this.place = -1;
    document.documentElement.classList.remove('playing');
    this.skip.hidden = this.stop.hidden = true;
    this.count.value = '';
    this.play.textContent = 'Play';
    applyFilters();
  }
}
