// What the overview says first: the verdict, what needs attention, the figures, and the files that could not be delivered.
'use strict';

const mostConcerns = 6;
// What an incident concerns, as the service names it. Other names are shown as they are.
const subjects = [
  ['job_file', /^job file$/], ['ledger', /^ledger$/], ['dashboard', /^dashboard$/], ['service', /^service$/], ['housekeeping', /^housekeeping$/],
  ['node_name', /^node name$/], ['clock', /^clock$/], ['node_job_file', /^job file of this node$/],
  ['server', /^server (?<name>.+)$/], ['gateway', /^gateway (?<name>.+)$/], ['job', /^job (?<name>.+)$/], ['poll', /^poll of (?<name>.+)$/],
  ['slots', /^slots since (?<name>.+) of (?<job>\S+)$/], ['silence', /^silence of (?<name>.+)$/],
  ['schedule', /^schedule of (?<name>.+)$/],
  ['path', /^network path to (?<name>.+)$/], ['paths', /^paths to server (?<name>.+)$/],
  ['replica', /^replica (?<name>.+) of server (?<server>.+)$/], ['transfers', /^transfers of (?<name>.+)$/],
  ['node', /^node (?<name>.+)$/], ['folder', /^folder (?<name>.+) of (?<job>\S+)$/], ['disk', /^disk (?<name>.+)$/], ['target', /^target folder (?<name>.+)$/],
];

// Incidents of these are as severe as a job that gets nothing.
const severe = ['ledger', 'node', 'job_file', 'slots', 'silence'];

let areAllConcernsShown = false;

function tile(id, value, note, tone) {
  const [, main, small] = $(id).children;
  put(main, value);
  put(small, note);
  $(id).dataset.state = tone;
}

// Jobs that an operator has paused; while the service itself is paused, the headline shows that.
const pausedJobs = f => f.jobs.filter(job => job.state === 'paused' && job.paused_since);

function verdict(f) {
  const bad = f.jobs.some(job => toneOf(job.state) === 'bad') || f.not_ready.length > 0 || f.nodes.some(node => node.state === 'dead');
  const [items, paused] = [f.concerns.length, pausedJobs(f).length];
  const isRunning = f.state === 'running';
  const tone = !isRunning ? 'warn' : bad ? 'bad' : items || paused ? 'warn' : 'ok';
  const well = f.jobs.some(job => job.state === 'new') ? 'well_so_far' : 'all_well';
  const parts = [...(items ? [count('items', items)] : []), ...(paused ? [count('n_paused', paused)] : [])];
  const headline = !isRunning ? t(`service.${f.state}`) : parts.length ? parts.join(' · ') : t(well);
  const identity = t('identity', { computer: f.computer, version: f.version, age: age(since(f.started_at, Date.parse(f.now))) });
  const todo = f.state === 'paused' ? [...advice('service.paused.do'), ' '] : [];
  renew('verdict', [f.state, f.computer, f.version], () => $('subline').replaceChildren(
    ...todo, make('span'), ' · ', ...timed('updated', f.now, clockWithSeconds)));
  headlineOf(tone, headline);
  const line = $('subline');
  put(line.querySelector('span'), identity);
  const shownAt = line.querySelector('time');
  const now = time(f.now, clockWithSeconds);
  put(shownAt, now.textContent);
  [shownAt.dateTime, shownAt.title] = [now.dateTime, now.title];
}

function headlineOf(tone, headline) {
  $('verdict').dataset.state = tone;
  put($('sign'), signs[tone]);
  put($('headline'), headline);
  document.title = `${signs[tone]} ${headline} – ftpxd`;
}

function state(tone, headline, line) {
  shown.delete('verdict');
  headlineOf(tone, headline);
  $('subline').replaceChildren(...line);
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

  const promised = known.filter(job => job.objective_seconds && job.due_files > 0 && job.in_time_files !== null);
  const [inTime, all] = [sum(promised, job => job.in_time_files), sum(promised, job => job.due_files)];
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
  const [objective, met, all] = [age(job.objective_seconds), job.in_time_files, job.due_files];
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
  const { name, job = name, server } = match?.groups ?? {};
  const own = kind === 'job' ? f.jobs.find(other => other.name === name) : null;
  const stopped = f.jobs.filter(other =>
    one.jobs.includes(other.name) || (other.sentence === one.message && ['login', 'unreachable'].includes(other.state)));
  const isBad = severe.includes(kind) || [own, ...stopped].some(other => other && toneOf(other.state) === 'bad');
  const action = own ? `do.${own.state}` : stopped.some(other => other.state === 'login') ? 'do.login' : `do.${kind}`;
  const about = kind ? t(`about.${kind}`, { name, job, server }) : one.about;
  return {
    tone: isBad ? 'bad' : 'warn', since: one.since,
    title: own ? `${about} · ${t(`state.${own.state}`)}` : about,
    what: own && why(own, now), message: one.message, stopped: stopped.map(other => other.name).join(', '),
    action: texts[action] ? action : null, values: { name, job, address: f.servers.find(server => server.name === name)?.address ?? name },
  };
}

// A paused job is no incident, and yet nothing of it arrives.
function pausedConcern(job) {
  return {
    tone: 'warn', since: job.paused_since, title: `${t('about.job', { name: job.name })} · ${t('state.paused')}`, what: null,
    message: job.paused_reason ?? '', stopped: '', action: 'do.paused', values: { job: job.name },
  };
}

function concerns(f, now) {
  const [raised, paused] = [f.concerns.map(one => concern(one, f, now)), pausedJobs(f).map(pausedConcern)];
  const all = [...raised.filter(one => one.tone === 'bad'), ...paused, ...raised.filter(one => one.tone !== 'bad')];
  const some = areAllConcernsShown ? all : all.slice(0, mostConcerns);
  $('concerns').hidden = all.length === 0;
  renew('concerns', some, () => $('concern-list').replaceChildren(...some.map(one => {
    const item = make('li');
    item.dataset.state = one.tone;
    const head = make('div', [make('h3', one.title), make('p', sinceThen(one.since), 'since')]);
    if (one.stopped) head.append(make('p', t('stopped', { names: one.stopped })));
    const body = make('div', one.what ? make('p', one.what) : foreign('p', one.message));
    if (one.action) body.append(make('p', advice(one.action, one.values), 'action'));
    item.append(head, body);
    return item;
  })));
  renewAges('concern-list', some, now);
  $('concerns-more').hidden = all.length <= mostConcerns;
  put($('concerns-more'), areAllConcernsShown ? t('fewer') : t('all_items', { n: digits.format(all.length) }));
}

$('concerns-more').addEventListener('click', () => {
  areAllConcernsShown = !areAllConcernsShown;
  concerns(last, Date.parse(last.now));
});

// The age changes each second, so it has a node of its own.
const sinceThen = timestamp => [...timed('since', timestamp, null, { age: '' }), make('span', '', 'age')];
const renewAges = (id, list, now) => $(id).querySelectorAll('.age').forEach((node, i) => put(node, age(since(list[i].since, now))));

function failures(f, now) {
  $('failures').hidden = f.failures.length === 0;
  renew('failures', [f.failures, session], () => $('failure-list').replaceChildren(...f.failures.map(file => {
    const facts = [` · ${t('about.job', { name: file.job })} · ${count(file.state, file.attempts)} · `, ...sinceThen(file.since)];
    const item = make('li', [make('p', [foreign('span', file.path, 'path'), ...facts]), foreign('p', file.error)]);
    if (file.advice) item.append(make('p', advice(`fix.${file.advice}`, { job: file.job }), 'action'));
    item.append(...fileActions(file.job, file.path.slice(file.path.lastIndexOf('/') + 1)));
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
