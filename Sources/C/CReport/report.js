(() => {
  'use strict';
  const root = document.documentElement, find = (id) => document.getElementById(id);
  const theme = find('theme'), play = find('play'), skip = find('skip'), stop = find('stop');
  const count = find('count');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  const shownTheme = () => root.dataset.theme || (isDark.matches ? 'dark' : 'light');
  const nameTheme = () => { theme.textContent = shownTheme() === 'dark' ? 'Light' : 'Dark'; };
  theme.onclick = () => { root.dataset.theme = shownTheme() === 'dark' ? 'light' : 'dark'; nameTheme(); };
  isDark.onchange = nameTheme;
  nameTheme();
  root.classList.add('scripted');

  const commands = document.getElementsByClassName('command');
  let place = -1, line = null, letters = [], typed = 0, timer = 0, next = null;
  const name = (text) => { play.textContent = text; };
  const after = (wait, step) => { next = step; timer = setTimeout(step, wait); };
  const show = (element, block) => {
    element.scrollIntoView({ block, behavior: isCalm.matches ? 'instant' : 'smooth' });
  };
  const begin = (number) => {
    place = number;
    if (place >= commands.length) { end(); return; }
    const command = commands[place];
    command.classList.add('shown');
    line = command.querySelector('code');
    letters = Array.from(line.textContent);
    typed = 0;
    count.value = (place + 1) + ' of ' + commands.length;
    if (isCalm.matches) { answer(); return; }
    command.classList.add('typing');
    line.textContent = '';
    show(command, 'nearest');
    after(400, type);
  };
  const type = () => {
    // Long lines are typed faster: no line takes more than about three seconds.
    typed += Math.ceil(letters.length / 90);
    if (typed >= letters.length) { line.textContent = letters.join(''); after(350, answer); return; }
    line.textContent = letters.slice(0, typed).join('');
    after(32, type);
  };
  const answer = () => {
    const command = commands[place];
    line.textContent = letters.join('');
    line = null;
    command.classList.remove('typing');
    command.classList.add('answered');
    show(command, command.offsetHeight > innerHeight - 80 ? 'start' : 'nearest');
    const length = command.querySelector('.answer').textContent.length;
    after(Math.min(900 + 4 * length, 4000), () => begin(place + 1));
  };
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    if (line) { line.textContent = letters.join(''); }
    line = next = null;
    place = -1;
    root.classList.remove('playing');
    for (const command of document.querySelectorAll('.shown')) {
      command.classList.remove('shown', 'typing', 'answered');
    }
    skip.hidden = stop.hidden = true;
    count.value = '';
    name('Play');
  };
  play.onclick = () => {
    if (place < 0) {
      if (!commands.length) { return; }
      root.classList.add('playing');
      skip.hidden = stop.hidden = false;
      name('Pause');
      scrollTo(0, 0);
      begin(0);
    } else if (timer) {
      clearTimeout(timer);
      timer = 0;
      name('Resume');
    } else {
      name('Pause');
      after(0, next);
    }
  };
  skip.onclick = () => {
    clearTimeout(timer);
    name('Pause');
    if (line) { answer(); } else { begin(place + 1); }
  };
  stop.onclick = end;
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && place >= 0) { end(); } });
  addEventListener('beforeprint', () => { if (place >= 0) { end(); } });
})();
