import Replaying
import Tapes
import Workbench

extension TapeReport {
    /// The style sheet. Its colors are those of the sandbox's pages.
    static let style = #"""
        :root {
          color-scheme: light dark;
          --page: light-dark(#f4f6f9, #13181f); --sheet: light-dark(#fff, #1b212a);
          --shade: light-dark(#e9edf2, #28303c);
          --line: light-dark(#d3dae3, #384250); --text: light-dark(#18212d, #e8edf3);
          --second: light-dark(#495668, #abb6c4); --third: light-dark(#667385, #8c99aa);
          --link: light-dark(#0056b3, #74b2ff); --bar: light-dark(#162c4a, #0d1b2e);
          --bad: light-dark(#be1e1e, #ff8a86); --warn: light-dark(#8a6100, #deb23c);
          --good: light-dark(#1e7846, #6ed19a);
          --mono: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
        }
        :root[data-theme=light] { color-scheme: only light; }
        :root[data-theme=dark] { color-scheme: only dark; }
        *, *::before, *::after { box-sizing: border-box; }
        html { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
          scroll-padding: 4.5rem 0 2rem; }
        body { margin: 0; background: var(--page); color: var(--text); }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        .bar { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: .5rem;
          padding: .5rem 1.5rem; min-height: 3rem; background: var(--bar); color: #fff; }
        .bar strong { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .bar div { display: none; flex: none; align-items: center; gap: .5rem; margin-left: auto; }
        .scripted .bar div { display: flex; }
        .bar output { font-size: .875rem; opacity: .8; font-variant-numeric: tabular-nums; }
        .bar button { padding: .2rem .8rem; font: inherit; font-size: .875rem; color: inherit; background: #ffffff1a;
          border: 1px solid #ffffff59; border-radius: 6px; cursor: pointer; }
        .bar button:hover { background: #ffffff38; }
        .bar :focus-visible { outline-color: #fff; }
        main { width: calc(100% - 2rem); max-width: 80rem; margin: 1rem auto; padding: 1.5rem; background: var(--sheet);
          border: 1px solid var(--line); border-radius: 8px; }
        h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
        h2 { margin: 2.5rem 0 .25rem; font-size: 1.125rem; }
        .facts { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 0 0 1.5rem; font-size: .875rem; }
        .facts dt { color: var(--second); }
        .facts dd { margin: 0; overflow-wrap: anywhere; }
        .command { padding: 1rem 0; border-top: 1px solid var(--line); }
        .command { content-visibility: auto; contain-intrinsic-size: auto 12rem; }
        .command.step { margin-left: 1.5rem; padding-left: 1rem; border-left: 3px solid var(--shade); }
        .prompt { display: grid; grid-template-columns: auto 1fr auto; gap: .6rem; align-items: baseline; }
        .prompt > span { color: var(--good); font: 600 .875rem/1.5 var(--mono); user-select: none; }
        .prompt code { font: 600 .875rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
        .prompt a { color: var(--third); font-size: .8125rem; text-decoration: none;
          font-variant-numeric: tabular-nums; }
        .prompt a:hover { text-decoration: underline; }
        pre { margin: .6rem 0 0; overflow-x: auto; font: .8125rem/1.5 var(--mono); tab-size: 8; }
        .err { color: var(--second); white-space: pre-wrap; overflow-wrap: anywhere; }
        .err b { color: var(--bad); } .err b.warning { color: var(--warn); } .err b.hint { color: var(--link); }
        .status { display: inline-block; margin: .6rem 0 0; padding: .05rem .6rem; font-size: .8125rem;
          color: var(--bad); border: 1px solid; border-radius: 4px; }
        .cut { margin: .4rem 0 0; font-size: .8125rem; font-style: italic; color: var(--second); }
        summary { cursor: pointer; color: var(--second); border-radius: 3px; }
        summary:hover { color: var(--text); }
        .requests { margin: .6rem 0 0; font-size: .8125rem; }
        .requests > summary { width: fit-content; }
        .exchange { margin: .3rem 0 0 1rem; padding-left: .75rem; border-left: 2px solid var(--line); }
        .exchange > summary { display: flex; gap: .25rem .75rem; align-items: baseline;
          font: .8125rem/1.6 var(--mono); }
        .exchange > summary::before { content: "▸"; color: var(--third); }
        .exchange[open] > summary::before { content: "▾"; }
        .exchange > summary b { min-width: 3.5em; color: var(--link); }
        .exchange > summary .path { flex: 1; overflow-wrap: anywhere; color: var(--text); }
        .exchange > summary .ms { min-width: 5.5em; text-align: right; }
        .exchange .ok { color: var(--good); } .exchange .bad { color: var(--bad); }
        .exchange h3 { margin: .75rem 0 0; font-size: .8125rem; }
        .exchange pre { max-height: 32rem; padding: .6rem .9rem; overflow: auto; white-space: pre-wrap;
          overflow-wrap: anywhere; background: var(--page); border: 1px solid var(--line); border-radius: 6px; }
        .exchange pre.headers { color: var(--second); }
        .exchange[open] { padding-bottom: .75rem; }
        footer { margin: 0 auto 2rem; text-align: center; font-size: .8125rem; color: var(--second); }
        .playing .command:not(.shown), .playing .loose, .playing .session:not(:has(.shown)),
        .playing .shown:not(.answered) > :not(.prompt) { display: none; }
        .playing .shown { content-visibility: visible; }
        .playing main { min-height: calc(100vh - 5rem); }
        .typing code::after { content: ""; display: inline-block; width: .55em; height: 1.05em; margin-left: 1px;
          vertical-align: text-bottom; background: var(--link); }
        .bar [hidden] { display: none; }
        @media (max-width: 40rem) {
          main { width: auto; margin: 0; padding: 1rem; border-radius: 0; border-width: 0 0 1px; }
          .bar { padding: .5rem 1rem; }
          .facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
          .facts div { display: contents; }
          .command.step { margin-left: 0; }
          .exchange { margin-left: 0; }
          .exchange > summary { flex-wrap: wrap; }
          .exchange > summary .path { order: 1; flex-basis: 100%; }
          .exchange > summary .ms { margin-left: auto; }
        }
        @media print {
          :root, :root[data-theme] { color-scheme: only light; }
          .bar, footer { display: none; }
          body { background: none; }
          main { width: auto; max-width: none; margin: 0; padding: 0; border: 0; }
          pre, .exchange pre { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
          .command { content-visibility: visible; }
          .prompt { break-inside: avoid; }
          .prompt { break-after: avoid; }
        }
        """#
}

extension TapeReport {
    /// The script: a switch between light and dark, and the player. The report is complete without it.
    static let script = #"""
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
        """#
}
