// Everything that is shown goes through textContent: file names and server replies are untrusted text.
'use strict';

const silence = 6000;
const signs = { ok: '✓', idle: '…', wait: '…', warn: '!', bad: '✕' };
const tones = {
  ok: 'ok', new: 'idle', off: 'idle', paused: 'warn', outage: 'warn', behind: 'warn', effects: 'warn', aside: 'warn', gaps: 'bad',
  silent: 'bad', trouble: 'warn',
  late: 'bad', blind: 'bad', blocked: 'bad', unreachable: 'bad',
};
// What an incident concerns, as the service names it. Other names are shown as they are.
const subjects = [
  ['job_file', /^job file$/], ['ledger', /^ledger$/], ['dashboard', /^dashboard$/],
  ['server', /^server (?<name>.+)$/], ['job', /^job (?<name>.+)$/], ['poll', /^poll of (?<name>.+)$/],
  ['slots', /^slots since (?<name>.+) of (?<job>\S+)$/], ['silence', /^silence of (?<name>.+)$/],
  ['folder', /^folder (?<name>.+) of (?<job>\S+)$/], ['disk', /^disk (?<name>.+)$/], ['target', /^target folder (?<name>.+)$/],
];
const shown = new Map();
const rows = new Map();
let heard = performance.now();
let stream = null;
let last = null;

// Rebuilds a part only when its content has changed, so that selected text stays selected.
function renew(key, value, build) {
  const now = JSON.stringify(value);
  if (shown.get(key) === now) return;
  shown.set(key, now);
  build();
}

function tile(id, value, note, tone) {
  const [, main, small] = $(id).children;
  put(main, value);
  put(small, note);
  $(id).dataset.state = tone;
}

function verdict(f) {
  const bad = f.jobs.some(job => tones[job.state] === 'bad') || f.not_ready.length > 0;
  const items = f.concerns.length;
  const isRunning = f.state === 'running';
  const tone = !isRunning ? 'warn' : bad ? 'bad' : items ? 'warn' : 'ok';
  const well = f.jobs.some(job => job.state === 'new') ? 'well_so_far' : 'all_well';
  const headline = !isRunning ? t(`service.${f.state}`) : items ? count('items', items) : t(well);
  const identity = t('identity', { computer: f.computer, version: f.version, age: age(since(f.started_at, Date.parse(f.now))) });
  const advice = f.state === 'paused' ? [...rich('service.paused.do'), ' '] : [];
  state(tone, headline, [...advice, `${identity} · `, ...timed('updated', f.now, clockWithSeconds)]);
}

function state(tone, headline, line) {
  $('verdict').dataset.state = tone;
  put($('sign'), signs[tone]);
  put($('headline'), headline);
  $('subline').replaceChildren(...line);
  document.title = `${signs[tone]} ${headline} – ftpxd`;
}

// The job in which a time is the earliest; undefined if no job has it.
const earliest = (jobs, member) => jobs.filter(job => job[member]).sort((a, b) => Date.parse(a[member]) - Date.parse(b[member]))[0];

function tiles(f, now) {
  const known = f.jobs.filter(job => job.waiting_files !== null);
  const waiting = earliest(known, 'oldest_since');
  const late = f.jobs.filter(job => job.state === 'late').length;
  const who = waiting && `${waiting.name}${late ? ` · ${count('n_late', late)}` : ''}`;
  if (known.length === 0) tile('tile-oldest', '–', t('unknown'), 'idle');
  else if (!waiting) tile('tile-oldest', t('none'), t('nothing_waits'), 'ok');
  else tile('tile-oldest', age(since(waiting.oldest_since, now)), who, late ? 'bad' : 'ok');

  const promised = known.filter(job => job.objective_seconds && job.delivered_files > 0 && job.in_time_files !== null);
  const [inTime, all] = [sum(promised, job => job.in_time_files), sum(promised, job => job.delivered_files)];
  const tone = all === 0 ? 'idle' : inTime / all >= 0.99 ? 'ok' : inTime / all >= 0.95 ? 'warn' : 'bad';
  tile('tile-time', percent(inTime, all), all ? count('files_late', Math.max(0, all - inTime)) : t('no_objective'), tone);

  if (known.length === 0) {
    tile('tile-backlog', '–', t('unknown'), 'idle');
    tile('tile-day', '–', t('unknown'), 'idle');
  } else {
    const aside = sum(known, quarantined);
    const backlog = bytes(sum(known, job => job.waiting_bytes));
    tile('tile-backlog', files(sum(known, job => job.waiting_files)), withQuarantined(backlog, aside), aside ? 'note' : 'idle');
    tile('tile-day', bytes(sum(known, job => job.delivered_bytes)), files(sum(known, job => job.delivered_files)), 'idle');
  }
  const rate = sum(f.servers, server => server.bytes_per_second);
  tile('tile-now', `${bytes(rate)}/s`, rate > 0 ? count('in_progress', sum(f.servers, server => server.files)) : t('idle'), 'idle');

  const polling = f.jobs.filter(job => job.state !== 'off' && job.state !== 'paused');
  const never = polling.find(job => !job.last_complete_look);
  const oldest = earliest(polling, 'last_complete_look');
  const blind = polling.some(job => job.state === 'blind');
  const name = oldest && (polling.length > 1 ? t('longest_ago', { job: oldest.name }) : oldest.name);
  if (never) tile('tile-poll', t('never'), never.name, blind ? 'bad' : 'idle');
  else if (oldest) tile('tile-poll', ago(oldest.last_complete_look, now), name, blind ? 'bad' : 'ok');
  else tile('tile-poll', '–', t('no_polls'), 'idle');
}

const quarantined = job => job.failed_files + job.quarantined_files;
const withQuarantined = (text, n) => n ? `${text} · ${t('n_quarantined', { n: digits.format(n) })}` : text;
const ago = (timestamp, now) => t('ago', { age: age(since(timestamp, now)) });

// What is wrong with a job, in the language of the page; the service's own sentence is English.
function why(job, now) {
  const [objective, met, all] = [age(job.objective_seconds), job.in_time_files, job.delivered_files];
  switch (job.state) {
    case 'late': return t('why.late', { age: age(since(job.oldest_since, now)), objective });
    case 'blind': return job.last_complete_look ? t('why.blind', { age: age(since(job.last_complete_look, now)) }) : t('why.never');
    case 'aside': return t('why.aside', { files: files(quarantined(job)) });
    case 'effects': return count('why.effects', job.given_up_effects, { error: job.given_up_error });
    case 'behind': return t('why.behind', { in_time: digits.format(met), all: digits.format(all), objective, percent: percent(met, all) });
    default: return null;
  }
}

function concern(one, f, now) {
  const [kind, match] = subjects.map(([kind, pattern]) => [kind, pattern.exec(one.about)]).find(([, match]) => match) ?? [null, null];
  const { name, job = name } = match?.groups ?? {};
  const own = kind === 'job' ? f.jobs.find(other => other.name === name) : null;
  const stopped = f.jobs.filter(other =>
    one.jobs.includes(other.name) || (other.sentence === one.message && other.state === 'unreachable'));
  const isBad = kind === 'ledger' || kind === 'job_file' || [own, ...stopped].some(other => other && tones[other.state] === 'bad');
  const action = own ? `do.${own.state}` : `do.${kind}`;
  const about = kind ? t(`about.${kind}`, { name, job }) : one.about;
  return {
    tone: isBad ? 'bad' : 'warn', since: one.since,
    title: own ? `${about} · ${t(`state.${own.state}`)}` : about,
    what: own && why(own, now), message: one.message, stopped: stopped.map(other => other.name).join(', '),
    action: texts[action] ? action : null, values: { job, address: f.servers.find(server => server.name === name)?.address ?? name },
  };
}

function concerns(f, now) {
  const all = f.concerns.map(one => concern(one, f, now));
  $('concerns').hidden = all.length === 0;
  renew('concerns', all, () => $('concern-list').replaceChildren(...all.map(one => {
    const item = make('li');
    item.dataset.state = one.tone;
    const head = make('div', [make('h3', one.title), make('p', sinceThen(one.since), 'since')]);
    if (one.stopped) head.append(make('p', t('stopped', { names: one.stopped })));
    const body = make('div', one.what ? make('p', one.what) : foreign('p', one.message));
    if (one.action) body.append(make('p', rich(one.action, one.values), 'action'));
    item.append(head, body);
    return item;
  })));
  renewAges('concern-list', f.concerns, now);
}

// The age changes each second, so it has a node of its own.
const sinceThen = timestamp => [...timed('since', timestamp, null, { age: '' }), make('span', '', 'age')];
const renewAges = (id, list, now) => $(id).querySelectorAll('.age').forEach((node, i) => put(node, age(since(list[i].since, now))));

const columns = [...document.querySelectorAll('#jobs thead th')].map(head => head.textContent);

function jobRow(job) {
  const row = make('tr');
  row.setAttribute('role', 'row');
  const head = make('th', [make('span', job.name), make('small', job.server)]);
  head.scope = 'row';
  row.append(head);
  for (let i = 1; i < columns.length; i++) {
    const cell = make('td', undefined, i === 1 || i === 6 ? '' : 'n');
    cell.setAttribute('role', 'cell');
    if (i > 1) cell.dataset.label = columns[i];
    row.append(cell);
  }
  const sign = make('span');
  sign.setAttribute('aria-hidden', 'true');
  row.children[1].append(make('span', [sign, make('span')], 'state'));
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
    const chip = cells[1].firstChild;
    chip.dataset.state = tones[job.state];
    put(chip.children[0], job.state === 'off' ? '–' : job.state === 'paused' ? '‖' : signs[tones[job.state]]);
    put(chip.children[1], t(`state.${job.state}`));
    const cell = (i, text, tone = '') => {
      put(cells[i], text);
      cells[i].className = `n ${tone}`;
    };
    const waits = since(job.oldest_since, now);
    const goal = job.objective_seconds ? ` / ${age(job.objective_seconds)}` : '';
    const oldest = `${waits === null ? t('none') : age(waits)}${goal}`;
    cell(2, job.waiting_files === null ? '–' : oldest, job.state === 'late' ? 'bad' : '');
    const rate = job.delivered_files ? job.in_time_files / job.delivered_files : 1;
    const onTime = job.objective_seconds && job.delivered_files;
    const met = percent(Math.min(job.in_time_files, job.delivered_files), job.delivered_files);
    cell(3, onTime ? met : '–', onTime && rate < 0.95 ? 'warn' : '');
    const aside = quarantined(job);
    cell(4, job.waiting_files === null ? '–' : withQuarantined(files(job.waiting_files), aside), aside ? 'warn' : '');
    cell(5, job.delivered_files === null ? '–' : `${bytes(job.delivered_bytes)} · ${files(job.delivered_files)}`);
    renew(`hours ${job.name}`, job.hours, () => cells[6].replaceChildren(spark(job.hours)));
    cell(7, job.last_complete_look ? ago(job.last_complete_look, now) : t('never'), job.state === 'blind' ? 'bad' : '');
    cell(8, job.state === 'off' || job.state === 'paused' || !job.next_look ? '–' : t('in', { age: age(-since(job.next_look, now)) }));
  }
}

function spark(hours) {
  const most = Math.max(1, ...hours);
  const label = t('peak_hour', { size: bytes(Math.max(0, ...hours)) });
  const svg = draw('svg', { viewBox: '0 0 96 22', width: 96, height: 22, role: 'img', 'aria-label': label });
  hours.forEach((n, i) => {
    const height = n ? Math.max(1.5, 21 * n / most) : 1;
    svg.append(draw('rect', { class: n ? 'bar' : 'rail', x: i * 4, y: 22 - height, width: 3, height }));
  });
  return svg;
}

function day(f) {
  const width = Math.max(300, $('chart').clientWidth);
  renew('day', [f.spans_from, f.spans, f.span_files, width], () => {
    const [height, left, low] = [190, 66, 22];
    const most = Math.max(1, ...f.spans);
    const all = { size: bytes(sum(f.spans, n => n)), files: files(sum(f.span_files, n => n)), peak: bytes(Math.max(0, ...f.spans)) };
    const label = f.spans.length ? t('chart', all) : t('unknown');
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    const [step, tall] = [(width - left) / Math.max(1, f.spans.length), height - low - 12];
    for (const part of [0, 0.5, 1]) {
      const y = 12 + tall * (1 - part);
      svg.append(draw('line', { x1: left, x2: width, y1: y, y2: y }));
      const tick = draw('text', { x: left - 6, y: y + 4, 'text-anchor': 'end' });
      tick.textContent = Math.max(...f.spans, 0) === 0 ? (part ? '' : '0') : bytes(most * part);
      svg.append(tick);
    }
    const hours = new Map();
    f.spans.forEach((n, i) => {
      const at = new Date(Date.parse(f.spans_from) + i * 900000);
      const x = left + i * step;
      const bar = n ? Math.max(1.5, tall * n / most) : 0;
      if (bar) svg.append(draw('rect', { class: 'bar', x, y: 12 + tall - bar, width: Math.max(1, step - 1), height: bar }));
      const [from, to] = [clock.format(at), clock.format(at.getTime() + 900000)];
      const tip = t('span', { from, to, size: bytes(n), files: files(f.span_files[i]) });
      svg.append(draw('rect', { class: 'pane', x, y: 12, width: step, height: tall }, tip));
      if (at.getMinutes() === 0 && at.getHours() % 4 === 0 && x >= left + 16 && x <= width - 16) {
        const tick = draw('text', { x, y: height - 5, 'text-anchor': 'middle' });
        tick.textContent = from;
        svg.append(tick);
      }
      const hour = hours.get(at.setMinutes(0)) ?? { bytes: 0, files: 0 };
      hours.set(at.getTime(), { bytes: hour.bytes + n, files: hour.files + f.span_files[i] });
    });
    $('chart').replaceChildren(svg);
    $('hour-rows').replaceChildren(...[...hours].reverse().map(([at, hour]) => {
      const head = make('th', time(at, clock));
      head.scope = 'row';
      return make('tr', [head, make('td', digits.format(hour.files), 'n'), make('td', bytes(hour.bytes), 'n')]);
    }));
  });
}

function servers(f) {
  renew('servers', f.servers, () => $('servers').replaceChildren(...f.servers.map(server => {
    const use = t('session_use', { sessions: server.sessions, limit: server.budget, rate: `${bytes(server.bytes_per_second)}/s` });
    const line = make('div', [make('span', [server.name, ' ', make('small', server.address)]), make('span', use)], 'line');
    const svg = draw('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const used = Math.min(100, 100 * server.sessions / server.budget);
    svg.append(draw('rect', { class: 'rail', x: 0, y: 0, width: 100, height: 8 }));
    svg.append(draw('rect', { class: 'bar', x: 0, y: 0, width: used, height: 8 }));
    return make('li', [line, svg]);
  })));
}

function failures(f, now) {
  $('failures').hidden = f.failures.length === 0;
  renew('failures', f.failures, () => $('failure-list').replaceChildren(...f.failures.map(file => {
    const facts = [` · ${t('about.job', { name: file.job })} · ${count(file.state, file.attempts)} · `, ...sinceThen(file.since)];
    const item = make('li', [make('p', [foreign('span', file.path, 'path'), ...facts]), foreign('p', file.error)]);
    if (file.advice) item.append(make('p', rich(`fix.${file.advice}`, { job: file.job }), 'action'));
    return item;
  })));
  renewAges('failure-list', f.failures, now);
}

function foot(f) {
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' });
  const offset = zone.formatToParts().find(part => part.type === 'timeZoneName').value;
  renew('foot', [f.ledger_at, f.job_file_read_at, offset], () => $('foot').replaceChildren(
    ...(f.ledger_at ? [...timed('foot.ledger', f.ledger_at, clockWithSeconds), ' '] : []),
    ...(f.job_file_read_at ? [...timed('foot.job_file', f.job_file_read_at), ' '] : []),
    ...rich('foot', { zone: `${zone.resolvedOptions().timeZone}, ${offset}` })));
}

function show(f) {
  const now = Date.parse(f.now);
  heard = performance.now();
  last = f;
  verdict(f);
  concerns(f, now);
  tiles(f, now);
  jobs(f, now);
  failures(f, now);
  day(f);
  servers(f);
  foot(f);
}

function listen() {
  stream?.close();
  stream = new EventSource('/events');
  stream.addEventListener('figures', event => show(JSON.parse(event.data)));
  stream.onerror = async () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    try {
      // Signed out, or the service was restarted: the form asks for the token.
      if ((await fetch('/figures')).status === 401) location.reload();
    } catch {
      // The service does not answer; the timer below reports that and retries.
    }
  };
}

setInterval(() => {
  const quiet = performance.now() - heard;
  if (quiet < silence) return;
  state('bad', t('silent'), rich('silent.do', { age: age(quiet / 1000) }));
  if (stream.readyState === EventSource.CLOSED) listen();
}, 1000);
// The chart is drawn for the available width.
addEventListener('resize', () => last && day(last));
listen();
