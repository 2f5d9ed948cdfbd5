// The page of a job: its figures, slots, files, events and commands.
'use strict';

const eventsEvery = 10000;
const slotsEvery = 60000;
const slotDays = 7;
const mostGaps = 200;
const pathEvery = 300000;
let shownJob = null;
let pathServer = null;
let next = null;
let asked = 0;

// In the address: #job=NAME. Everything else is the overview.
function jobOfAddress() {
  const match = /^#job=(.+)$/.exec(location.hash);
  try {
    return match ? decodeURIComponent(match[1]) : null;
  } catch {
    return null;
  }
}

function route() {
  const before = shownJob;
  shownJob = jobOfAddress();
  $('overview').hidden = shownJob !== null;
  $('job-page').hidden = shownJob === null;
  $('outcome').hidden = true;
  if (shownJob === null) {
    if (before !== null) [...document.querySelectorAll('#job-rows a')].find(link => link.textContent === before)?.focus();
    if (last) day(last);
    return;
  }
  for (const id of ['job-facts', 'job-log', 'job-commands', 'file-rows', 'gap-rows', 'channel-rows', 'slot-map', 'latency-chart', 'latency-rows', 'job-actions']) $(id).replaceChildren();
  put($('job-name'), shownJob);
  put($('job-sentence'), '');
  pathServer = null;
  $('slots').hidden = $('latencies').hidden = true;
  for (const key of [...shown.keys()].filter(key => key.startsWith('job '))) shown.delete(key);
  $('file-name').value = '';
  const job = last?.jobs.find(one => one.name === shownJob);
  $('file-state').value = job && quarantined(job) ? 'failed' : 'delivered';
  commands(shownJob);
  if (last) jobPage(last, Date.parse(last.now));
  $('job-name').focus();
  scrollTo(0, 0);
  refreshJob();
}

const jobAddress = rest => `/jobs/${encodeURIComponent(shownJob)}${rest}`;

async function read(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function refreshJob() {
  if (shownJob === null) return;
  readEvents();
  readSlots();
  readFiles();
}

function fact(key, content, value = content) {
  renew(`job fact ${key}`, value, () => {
    const old = $('job-facts').querySelector(`[data-fact="${key}"]`);
    const entry = make('div', [make('dt', t(key)), make('dd', content)]);
    entry.dataset.fact = key;
    if (old) old.replaceWith(entry);
    else $('job-facts').append(entry);
  });
}

// What changes each second: the state and the figures.
function jobPage(f, now) {
  if (shownJob === null) return;
  const job = f.jobs.find(one => one.name === shownJob);
  $('job-state').hidden = !job;
  if (!job) {
    put($('job-sentence'), t('no_such_job', { job: shownJob }));
    return;
  }
  chip($('job-state'), toneOf(job.state), jobSign(job.state), t(`state.${job.state}`));
  renew('job actions', [job.name, job.paused_since, quarantined(job) > 0, session], () => $('job-actions').replaceChildren(...jobActions(job)));
  const reason = job.paused_since && [...timed('paused_since', job.paused_since), ...(job.paused_reason ? [' ', foreign('span', job.paused_reason)] : [])];
  const sentence = why(job, now);
  // If no name matches the pattern, the pattern is to be corrected; otherwise files are missing.
  const todo = job.state === 'gaps' && !job.mismatch ? 'do.slots' : `do.${job.state}`;
  renew('job sentence', [job.name, todo, sentence, job.sentence, job.paused_since, job.paused_reason], () => $('job-sentence').replaceChildren(
    ...(reason ?? (sentence ? [sentence] : job.sentence ? [foreign('span', job.sentence)] : [])),
    ...(texts[todo] && job.state !== 'aside' ? [' ', make('span', advice(todo, { job: job.name }), 'action')] : [])));
  const waits = since(job.oldest_since, now);
  fact('oldest', job.waiting_files === null ? '–' : `${waits === null ? t('none') : age(waits)}${job.objective_seconds ? ` / ${age(job.objective_seconds)}` : ''}`);
  fact('in_time', onTimeText(job));
  fact('backlog', job.waiting_files === null ? '–' : withQuarantined(`${files(job.waiting_files)} · ${bytes(job.waiting_bytes)}`, quarantined(job)));
  fact('delivered', job.delivered_files === null ? '–' : `${bytes(job.delivered_bytes)} · ${files(job.delivered_files)}`);
  fact('by_hour', [spark(job.hours)], job.hours);
  fact('last_poll', job.last_complete_look ? ago(job.last_complete_look, now) : t('never'));
  fact('next_poll', job.state === 'off' || job.state === 'paused' || !job.next_look ? '–' : t('in', { age: age(-since(job.next_look, now)) }));
}

async function readEvents() {
  const name = shownJob;
  const told = await read(jobAddress(''));
  if (!told || name !== shownJob) return;
  fact('server', `${told.server} · ${told.address}`);
  if (pathServer !== told.server) {
    pathServer = told.server;
    readPath();
  }
  fact('folders', [foreign('span', told.folders.join(' · '))], told.folders);
  fact('target', [foreign('span', told.target)], told.target);
  fact('schedule', told.cron ? `${told.cron} (${told.zone})` : t('every', { age: age(told.every_seconds) }));
  renew('job log', told.log, () => $('job-log').replaceChildren(...told.log.map(entry => make('li',
    [time(entry.at), ' ', make('span', t(`log.${entry.kind}`), `kind kind-${entry.kind}`), ' ', foreign('span', entry.text)]))));
  if (told.log.length === 0) $('job-log').replaceChildren(make('li', t('log.none')));
}

// What was measured of the network path to the job's server.
async function readPath() {
  const name = shownJob;
  const told = await read(`/servers/${encodeURIComponent(pathServer)}/measurements`);
  if (name !== shownJob || !told?.measurements.length) return;
  const list = told.measurements;
  const rates = list.map(one => one.rate).sort((a, b) => a - b);
  const text = t('path_rates', { median: `${bytes(rates[Math.floor(rates.length / 2)])}/s`, least: `${bytes(rates[0])}/s`, n: digits.format(list.length) });
  fact('path', [pathLine(list, text), ...[text, probeText(list)].filter(Boolean).map(line => make('small', make('div', line)))], [list.length, list.at(-1)]);
}

// The figures that only scheduled measurements have: deliveries have no round-trip time.
function probeText(list) {
  const probe = list.findLast(one => one.kind === 'probe');
  if (!probe) return null;
  const facts = [t('path_round_trip', { ms: oneDecimal.format(probe.round_trip) }), t('path_stream', { rate: `${bytes(probe.stream_rate)}/s`, streams: count('n_streams', probe.streams) })];
  if (probe.out_of_order !== null) facts.push(t('path_out_of_order', { share: smallShare.format(probe.out_of_order) }));
  return [...timed('path_probe', probe.at, null), facts.join(' · ')];
}

const percentiles = latency => ['p50', 'p95', 'p99', 'max'].map(part => age(latency[`${part}_seconds`]));
const haveText = one => `${digits.format(one.have)} / ${digits.format(one.expect)}`;

async function readSlots() {
  const name = shownJob;
  const map = await read(jobAddress(`/slots?days=${slotDays}`));
  if (name !== shownJob) return;
  if (map?.latency.files) {
    const [p50, p95, p99, max] = percentiles(map.latency);
    fact('latency', t('latencies', { p50, p95, p99, max }));
  }
  $('latencies').hidden = !map?.latency_hours.length;
  if (map?.latency_hours.length) renew('job latencies', [map.latency_hours, map.latency, map.objective_seconds], () => showLatencies(map));
  $('slots').hidden = !map?.days.length;
  if (!map?.days.length) return;
  renew('job slots', map, () => showSlots(map));
}

function showSlots(map) {
  const { svg, counted, label } = slotMap(map);
  $('slot-map').replaceChildren(svg);
  $('slots-summary').textContent = t('slots_summary', { days: digits.format(map.days.length), every: age(map.every_seconds), counts: label });
  $('slot-legend').replaceChildren(...counted.map(([state]) => {
    const swatch = draw('svg', { viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' });
    swatch.append(draw('rect', { class: `slot-${state}`, x: 0, y: state === 'partial' ? 5 : 0, width: 12, height: state === 'partial' ? 7 : 12 }));
    return make('span', [swatch, ` ${t(`slot.${state}`)}`]);
  }));
  const gaps = [...map.gaps].reverse().slice(0, mostGaps);
  $('gap-details').hidden = gaps.length === 0;
  $('gap-rows').replaceChildren(...gaps.map(gap => {
    const absent = gap.absent.length ? t('absent', { names: gap.absent.join(', ') }) : '';
    return make('tr', [rowHead(time(gap.at, dayAndClock)), make('td', t(`slot.${knownState(gap.state)}`)), make('td', haveText(gap), 'n'),
      make('td', [foreign('span', gap.why ?? ''), ' ', make('small', absent)], 'wrap')]);
  }));
  showChannels(map.channels);
  $('outage-list').replaceChildren(...map.outages.map(outage => make('li',
    [...timed('outage_span', outage.from, dayAndClock, { to: dayAndClock.format(new Date(outage.to)) }), ' ', foreign('span', outage.reason ?? '')])));
}

// The least complete channel first.
function showChannels(channels) {
  $('channel-details').hidden = channels.length === 0;
  const least = [...channels].sort((a, b) => a.have / a.expect - b.have / b.expect || a.channel.localeCompare(b.channel, language, { numeric: true }));
  $('channel-rows').replaceChildren(...least.map(one => make('tr',
    [rowHead(foreign('span', one.channel)), make('td', haveText(one), 'n'), make('td', percent(one.have, one.expect), 'n')])));
}

function showLatencies(map) {
  $('latency-chart').replaceChildren(latencyChart(map));
  const { objective_seconds: objective, latency: { late } } = map;
  put($('latency-summary'), objective ? count('latency_objective', late, { objective: age(objective) }) : t('latency_no_objective'));
  $('latency-rows').replaceChildren(...[...map.latency_hours].reverse().map(hour => {
    const facts = [digits.format(hour.files), digits.format(hour.late), ...percentiles(hour)];
    return make('tr', [rowHead(time(hour.at, dayAndClock)), ...facts.map((text, i) => make('td', text, i === 1 && hour.late ? 'n warn' : 'n'))]);
  }));
}

function fileRow(file) {
  const name = foreign('span', file.name, 'path');
  name.title = `${file.folder}${file.final_path ? ` → ${file.final_path}` : ''}`;
  const head = rowHead([name, ...(file.error ? [foreign('small', file.error)] : [])]);
  if (['failed', 'quarantined'].includes(file.state)) head.append(...fileActions(shownJob, file.name));
  const hash = make('td', file.hash ? [make('code', `${file.hash_kind} ${file.hash.slice(0, 12)}…`), copyButton(file.hash)] : '–');
  if (file.hash) hash.firstChild.title = file.hash;
  const state = make('td', t(`file.${file.state}`));
  if (file.attempts) state.append(` · ${count('n_attempts', file.attempts)}`);
  return make('tr', [head, state, make('td', digits.format(file.version), 'n'), make('td', bytes(file.size), 'n'), make('td', time(file.first_seen)),
    make('td', file.state === 'published' ? time(file.at) : '–'), hash]);
}

// A page of files. Where a rare name is searched for, several are read: each examines a part of the history.
async function readFiles(isNext) {
  const [name, number] = [shownJob, ++asked];
  const query = new URLSearchParams({ state: $('file-state').value });
  if ($('file-name').value.trim()) query.set('name', $('file-name').value.trim());
  if (!isNext) next = null;
  let found = [];
  let oldest = null;
  do {
    if (next) query.set('before', next);
    const page = await read(jobAddress(`/files?${query}`));
    if (number !== asked || name !== shownJob) return;
    if (!page) {
      put($('file-status'), t('files.unknown'));
      return;
    }
    found = [...found, ...page.files];
    oldest = page.files.at(-1)?.at ?? oldest;
    next = page.next;
    if (found.length === 0 && next) put($('file-status'), t('searching'));
  } while (next && found.length < 50);
  const list = found.map(fileRow);
  if (isNext) $('file-rows').append(...list);
  else $('file-rows').replaceChildren(...list);
  const total = $('file-rows').children.length;
  put($('file-status'), total === 0 ? t('files.none') : next ? t('files.more', { files: files(total) }) : t('files.all', { files: files(total) }));
  $('file-more').hidden = !next;
}

// The names of jobs need no quotation in any shell.
function commands(job) {
  const list = [
    ['cmd.run', `ftpx job run ${job}`], ['cmd.dry', `ftpx job run ${job} --dry-run`], ['cmd.pause', `ftpx job pause ${job} --reason "maintenance"`],
    ['cmd.resume', `ftpx job resume ${job}`], ['cmd.retry', `ftpx job retry ${job}`], ['cmd.failures', `ftpx job history ${job} --failures`],
    ['cmd.history', `ftpx job history ${job}`],
  ];
  $('job-commands').replaceChildren(...list.map(([key, text]) => make('li', [make('span', t(key)), make('code', text), copyButton(text)])));
}

$('search').addEventListener('submit', event => {
  event.preventDefault();
  readFiles();
});
$('file-state').addEventListener('change', () => readFiles());
$('file-more').addEventListener('click', () => readFiles(true));
addEventListener('hashchange', route);
setInterval(() => shownJob !== null && readEvents(), eventsEvery);
setInterval(() => shownJob !== null && readSlots(), slotsEvery);
setInterval(() => shownJob !== null && pathServer && readPath(), pathEvery);
