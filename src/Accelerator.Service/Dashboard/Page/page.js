// Everything that is shown goes through textContent: names of files and sentences of servers are foreign text.
'use strict';

const svgSpace = 'http://www.w3.org/2000/svg';
const silence = 6000;
const states = {
  ok: { sign: '✓', word: 'well', tone: 'ok' },
  new: { sign: '…', word: 'not looked yet', tone: 'idle' },
  off: { sign: '–', word: 'off', tone: 'idle' },
  paused: { sign: '‖', word: 'paused', tone: 'warn' },
  behind: { sign: '!', word: 'not in time', tone: 'warn' },
  effects: { sign: '!', word: 'commands failed', tone: 'warn' },
  aside: { sign: '!', word: 'files put aside', tone: 'warn' },
  trouble: { sign: '!', word: 'folder in trouble', tone: 'warn' },
  late: { sign: '✕', word: 'late', tone: 'bad' },
  blind: { sign: '✕', word: 'sees nothing', tone: 'bad' },
  blocked: { sign: '✕', word: 'cannot store files', tone: 'bad' },
  unreachable: { sign: '✕', word: 'server unreachable', tone: 'bad' },
};
const $ = id => document.getElementById(id);
const shown = new Map();
const rows = new Map();
let heard = performance.now();
let stream = null;
let last = null;

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function make(name, text, className) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}

function draw(name, attributes) {
  const node = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Rebuilds a part only where what it shows has changed: whoever selects a text keeps it.
function renew(key, value, build) {
  const now = JSON.stringify(value);
  if (shown.get(key) === now) return;
  shown.set(key, now);
  build();
}

function age(seconds) {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds % 3600 / 60)} min`;
  return `${Math.floor(seconds / 86400)} d ${Math.floor(seconds % 86400 / 3600)} h`;
}

function bytes(count) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  while (count >= 1024 && unit < units.length - 1) { count /= 1024; unit++; }
  return `${unit === 0 || count >= 100 ? Math.round(count) : count.toFixed(1)} ${units[unit]}`;
}

const files = count => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;
const clock = text => new Date(text).toISOString().slice(11, 16);
const since = (text, now) => text ? (now - Date.parse(text)) / 1000 : null;
const sum = (list, of) => list.reduce((all, one) => all + (of(one) ?? 0), 0);
const percent = (part, whole) => whole ? `${Math.floor(1000 * part / whole) / 10} %` : '–';

function tile(id, value, note, tone) {
  const [, main, small] = $(id).children;
  put(main, value);
  put(small, note);
  $(id).dataset.state = tone;
}

function verdict(f) {
  const bad = f.jobs.some(job => states[job.state].tone === 'bad') || f.not_ready.length > 0;
  const count = f.concerns.length;
  const tone = f.state !== 'running' ? 'warn' : bad ? 'bad' : count ? 'warn' : 'ok';
  const waits = f.jobs.some(job => job.state === 'new');
  const headline = f.state === 'paused' ? 'The service is paused' : f.state === 'stopping' ? 'The service is stopping'
    : count === 0 ? (waits ? 'All is well so far' : 'All is well') : count === 1 ? 'One thing needs a look' : `${count} things need a look`;
  state(tone, headline, `${f.computer} · ftpxd ${f.version}, up for ${age(since(f.started_at, Date.parse(f.now)))} · figures of ${f.now.slice(11, 19)} UTC`);
}

function state(tone, headline, line) {
  $('verdict').dataset.state = tone;
  put($('sign'), { ok: '✓', warn: '!', bad: '✕', wait: '…' }[tone]);
  put($('headline'), headline);
  put($('subline'), line);
  document.title = `${{ ok: '✓', warn: '!', bad: '✕', wait: '…' }[tone]} ${headline} – ftpxd`;
}

function tiles(f, now) {
  const known = f.jobs.filter(job => job.waiting_files !== undefined && job.waiting_files !== null);
  const waiting = known.filter(job => job.oldest_since).sort((a, b) => Date.parse(a.oldest_since) - Date.parse(b.oldest_since));
  const late = f.jobs.filter(job => job.state === 'late');
  if (known.length === 0) tile('tile-oldest', '–', 'not known', 'idle');
  else if (waiting.length === 0) tile('tile-oldest', 'none', 'nothing waits', 'ok');
  else tile('tile-oldest', age(since(waiting[0].oldest_since, now)), `${waiting[0].name}${late.length ? ` · ${late.length} late` : ''}`, late.length ? 'bad' : 'ok');

  const promised = known.filter(job => job.objective_seconds && job.delivered_files > 0 && job.in_time_files !== null);
  const [inTime, all] = [sum(promised, job => job.in_time_files), sum(promised, job => job.delivered_files)];
  tile('tile-time', percent(inTime, all), all ? `${files(Math.max(0, all - inTime))} later` : 'no file with an objective', all === 0 ? 'idle' : inTime / all >= 0.99 ? 'ok' : inTime / all >= 0.95 ? 'warn' : 'bad');

  const aside = sum(known, job => job.failed_files + job.quarantined_files);
  tile('tile-backlog', known.length ? files(sum(known, job => job.waiting_files)) : '–', known.length ? `${bytes(sum(known, job => job.waiting_bytes))}${aside ? ` · ${aside} put aside` : ''}` : 'not known', aside ? 'note' : 'idle');

  const rate = sum(f.servers, server => server.bytes_per_second);
  tile('tile-now', `${bytes(rate)}/s`, rate > 0 ? `${files(sum(f.servers, server => server.files))} under way` : 'nothing moves', 'idle');
  tile('tile-day', known.length ? bytes(sum(known, job => job.delivered_bytes)) : '–', known.length ? files(sum(known, job => job.delivered_files)) : 'not known', 'idle');

  const looking = f.jobs.filter(job => job.state !== 'off' && job.state !== 'paused');
  const never = looking.filter(job => !job.last_complete_look);
  const oldest = looking.filter(job => job.last_complete_look).sort((a, b) => Date.parse(a.last_complete_look) - Date.parse(b.last_complete_look))[0];
  const blind = looking.some(job => job.state === 'blind');
  if (never.length) tile('tile-look', 'never', never[0].name, blind ? 'bad' : 'idle');
  else if (oldest) tile('tile-look', `${age(since(oldest.last_complete_look, now))} ago`, looking.length > 1 ? `${oldest.name}, the longest ago` : oldest.name, blind ? 'bad' : 'ok');
  else tile('tile-look', '–', 'no job looks', 'idle');
}

function concerns(f, now) {
  $('concerns').hidden = f.concerns.length === 0;
  renew('concerns', f.concerns.map(one => [one.about, one.message, one.since]), () => $('concern-list').replaceChildren(...f.concerns.map(one => {
    const item = make('li');
    const time = make('time');
    time.dateTime = one.since;
    item.append(make('b', one.about), make('p', one.message), time);
    return item;
  })));
  $('concern-list').querySelectorAll('time').forEach((time, i) => put(time, `for ${age(since(f.concerns[i].since, now))}`));
}

const columns = ['', '', 'Oldest waits / objective', 'In time, 24 h', 'Backlog', 'Delivered, 24 h', 'By hour', 'Complete look', 'Next look'];

function jobRow(job) {
  const row = make('tr');
  row.setAttribute('role', 'row');
  const head = make('th');
  head.scope = 'row';
  head.append(make('span', job.name), make('small', job.server));
  row.append(head);
  for (let i = 1; i < columns.length; i++) {
    const cell = make('td', undefined, i === 1 || i === 6 ? '' : 'n');
    cell.setAttribute('role', 'cell');
    if (columns[i]) cell.dataset.label = columns[i];
    row.append(cell);
  }
  const chip = make('span', undefined, 'state');
  const sign = make('span');
  sign.setAttribute('aria-hidden', 'true');
  chip.append(sign, make('span'));
  row.children[1].append(chip);
  return row;
}

function jobs(f, now) {
  renew('jobs', f.jobs.map(job => [job.name, job.server]), () => {
    rows.clear();
    for (const job of f.jobs) rows.set(job.name, jobRow(job));
    $('job-rows').replaceChildren(...rows.values());
  });
  for (const job of f.jobs) {
    const cells = rows.get(job.name).children;
    const known = states[job.state];
    const chip = cells[1].firstChild;
    chip.dataset.state = known.tone;
    put(chip.children[0], known.sign);
    put(chip.children[1], known.word);
    const tell = (i, text, tone) => {
      put(cells[i], text);
      cells[i].className = `n ${tone ?? ''}`;
    };
    const waits = since(job.oldest_since, now);
    const goal = job.objective_seconds ? ` / ${age(job.objective_seconds)}` : '';
    tell(2, job.waiting_files === null ? '–' : `${waits === null ? 'none' : age(waits)}${goal}`, job.state === 'late' ? 'bad' : '');
    const rate = job.delivered_files ? job.in_time_files / job.delivered_files : 1;
    tell(3, job.objective_seconds && job.delivered_files ? percent(Math.min(job.in_time_files, job.delivered_files), job.delivered_files) : '–', rate < 0.95 && job.objective_seconds ? 'warn' : '');
    const aside = job.failed_files + job.quarantined_files;
    tell(4, job.waiting_files === null ? '–' : `${files(job.waiting_files)}${aside ? ` · ${aside} aside` : ''}`, aside ? 'warn' : '');
    tell(5, job.delivered_files === null ? '–' : `${bytes(job.delivered_bytes)} · ${files(job.delivered_files)}`);
    renew(`hours ${job.name}`, job.hours, () => cells[6].replaceChildren(spark(job.hours)));
    tell(7, job.last_complete_look ? `${age(since(job.last_complete_look, now))} ago` : 'never', job.state === 'blind' ? 'bad' : '');
    tell(8, job.state === 'off' || job.state === 'paused' || !job.next_look ? '–' : `in ${age(-since(job.next_look, now))}`);
  }
}

function spark(hours) {
  const most = Math.max(1, ...hours);
  const svg = draw('svg', { viewBox: '0 0 96 22', width: 96, height: 22, role: 'img', 'aria-label': `Most in an hour: ${bytes(Math.max(0, ...hours))}` });
  hours.forEach((count, i) => {
    const height = count ? Math.max(1.5, 21 * count / most) : 1;
    svg.append(draw('rect', { class: count ? 'bar' : 'rail', x: i * 4, y: 22 - height, width: 3, height }));
  });
  return svg;
}

function day(f) {
  const width = Math.max(300, $('chart').clientWidth);
  renew('day', [f.spans_from, f.spans, f.span_files, width], () => {
    const [height, left, low] = [190, 66, 22];
    const most = Math.max(1, ...f.spans);
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': f.spans.length ? `${bytes(sum(f.spans, n => n))} in ${files(sum(f.span_files, n => n))}; most in a quarter of an hour: ${bytes(Math.max(0, ...f.spans))}` : 'not known yet' });
    const [step, tall] = [(width - left) / Math.max(1, f.spans.length), height - low - 12];
    for (const part of [0, 0.5, 1]) {
      const y = 12 + tall * (1 - part);
      svg.append(draw('line', { x1: left, x2: width, y1: y, y2: y }));
      const label = draw('text', { x: left - 6, y: y + 4, 'text-anchor': 'end' });
      label.textContent = Math.max(...f.spans, 0) === 0 ? (part ? '' : '0') : bytes(most * part);
      svg.append(label);
    }
    f.spans.forEach((count, i) => {
      const bar = count ? Math.max(1.5, tall * count / most) : 0;
      if (bar) svg.append(draw('rect', { class: 'bar', x: left + i * step, y: 12 + tall - bar, width: Math.max(1, step - 1), height: bar }));
      const at = new Date(Date.parse(f.spans_from) + i * 900000);
      const x = left + i * step;
      if (at.getUTCMinutes() === 0 && at.getUTCHours() % 4 === 0 && x >= left + 16 && x <= width - 16) {
        const label = draw('text', { x, y: height - 5, 'text-anchor': 'middle' });
        label.textContent = at.toISOString().slice(11, 16);
        svg.append(label);
      }
    });
    $('chart').replaceChildren(svg);
    const hours = [];
    f.spans.forEach((count, i) => {
      const at = new Date(Date.parse(f.spans_from) + i * 900000).toISOString().slice(0, 13);
      if (hours.at(-1)?.at !== at) hours.push({ at, bytes: 0, files: 0 });
      hours.at(-1).bytes += count;
      hours.at(-1).files += f.span_files[i];
    });
    $('hour-rows').replaceChildren(...hours.reverse().map(hour => {
      const row = make('tr');
      const head = make('th', `${hour.at.slice(11)}:00`);
      head.scope = 'row';
      row.append(head, make('td', hour.files.toLocaleString('en'), 'n'), make('td', bytes(hour.bytes), 'n'));
      return row;
    }));
  });
}

function servers(f) {
  renew('servers', f.servers, () => $('servers').replaceChildren(...f.servers.map(server => {
    const item = make('li');
    const line = make('div', undefined, 'line');
    const name = make('span', server.name);
    name.append(' ', make('small', server.address));
    line.append(name, make('span', `${server.sessions} of ${server.budget} · ${bytes(server.bytes_per_second)}/s`));
    const svg = draw('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    svg.append(draw('rect', { class: 'rail', x: 0, y: 0, width: 100, height: 8 }), draw('rect', { class: 'bar', x: 0, y: 0, width: Math.min(100, 100 * server.sessions / server.budget), height: 8 }));
    item.append(line, svg);
    return item;
  })));
}

function failures(f, now) {
  $('no-failures').hidden = f.failures.length > 0;
  put($('no-failures'), f.ledger_at ? 'None.' : 'Not known: the ledger has not answered yet.');
  renew('failures', f.failures, () => $('failures').replaceChildren(...f.failures.map(file => {
    const item = make('li');
    const head = make('p');
    head.append(make('span', file.path, 'path'), ` · ${file.job} · ${file.state}, ${file.attempts} ${file.attempts === 1 ? 'try' : 'tries'}, `, make('time'));
    item.append(head, make('p', file.error));
    if (file.advice) item.append(make('p', file.advice, 'advice'));
    return item;
  })));
  $('failures').querySelectorAll('time').forEach((time, i) => put(time, `${age(since(f.failures[i].since, now))} ago`));
}

function show(f) {
  const now = Date.parse(f.now);
  heard = performance.now();
  last = f;
  verdict(f);
  concerns(f, now);
  tiles(f, now);
  jobs(f, now);
  day(f);
  servers(f);
  failures(f, now);
  put($('foot'), `Times are UTC. The ledger was last read ${f.ledger_at ? `at ${f.ledger_at.slice(11, 19)}` : 'never'}, the job file ${f.job_file_read_at ? `on ${f.job_file_read_at.slice(0, 10)} at ${clock(f.job_file_read_at)}` : 'never'}. Nothing on this page changes anything: ftpx job and ftpx service do.`);
}

function listen() {
  stream?.close();
  stream = new EventSource('/events');
  stream.addEventListener('figures', event => show(JSON.parse(event.data)));
  stream.onerror = async () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    try {
      // Signed out, or the service has been started again: the form asks for the token.
      if ((await fetch('/figures')).status === 401) location.reload();
    } catch {
      // It does not answer; the clock below says so, and asks again.
    }
  };
}

setInterval(() => {
  const quiet = performance.now() - heard;
  if (quiet < silence) return;
  state('bad', 'No word from the service', `Since ${age(quiet / 1000)}: what is below is as old. ftpx service status says more.`);
  if (stream.readyState === EventSource.CLOSED) listen();
}, 1000);
// The chart is drawn for the room that it has.
addEventListener('resize', () => last && day(last));
listen();
