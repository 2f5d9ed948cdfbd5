// The table of jobs: sorted, filtered and grouped by the viewer, whose choice the browser keeps.
'use strict';

// The most severe first; a state that this script does not know is as severe as a bad one.
const severities = ['unreachable', 'login', 'blocked', 'blind', 'late', 'trouble', 'silent', 'gaps', 'aside', 'effects', 'behind', 'outage', 'paused', 'new', 'off', 'ok'];
const rank = state => ({ bad: 0, warn: 100, idle: 200, ok: 300 })[toneOf(state)] + severities.indexOf(state);
const timeOf = text => text ? Date.parse(text) : Infinity;
const onTime = job => job.objective_seconds && job.due_files ? job.in_time_files / job.due_files : Infinity;
const complete = job => job.slots?.expect ? job.slots.have / job.slots.expect : Infinity;
const completeText = job => percent(job.slots?.have, job.slots?.expect);
const onTimeText = job => job.objective_seconds && job.due_files ? percent(job.in_time_files, job.due_files) : '–';
// What is sorted by, the least first: the job that needs attention most is the first with each of them but the name.
const orders = {
  severity: job => rank(job.state), name: () => 0, server: job => job.server, oldest: job => timeOf(job.oldest_since), in_time: onTime, complete,
  backlog: job => -(job.waiting_files ?? -1), delivered: job => job.delivered_bytes ?? Infinity, last_poll: job => timeOf(job.last_complete_look ?? '1970-01-01'),
};
const heads = [...document.querySelectorAll('#jobs thead th')];
const columns = heads.map(head => head.textContent);
const choice = { find: '', only: '', sort: 'severity', group: '', reverse: false, closed: [] };
const stored = 'ftpxd.jobs';
const rows = new Map();

try {
  Object.assign(choice, JSON.parse(localStorage.getItem(stored) ?? '{}'), { find: '' });
} catch {
  // Storage is disabled, or holds something else: begin with the default.
}
if (!orders[choice.sort]) choice.sort = 'severity';

function choose(change) {
  Object.assign(choice, change);
  try {
    localStorage.setItem(stored, JSON.stringify(choice));
  } catch {
    // The choice then lasts as long as the page.
  }
  if (last) jobs(last, Date.parse(last.now));
}

for (const key of Object.keys(orders)) $('sort').append(option(key, t(`sort.${key}`)));
for (const id of ['find', 'only', 'sort', 'group']) {
  $(id).value = choice[id];
  $(id).addEventListener('input', () => choose({ [id]: $(id).value, ...(id === 'sort' ? { reverse: false } : {}) }));
}
$('tools').addEventListener('submit', event => event.preventDefault());
for (const head of heads.filter(head => head.dataset.sort)) {
  const button = make('button', '', 'sort');
  button.type = 'button';
  button.setAttribute('aria-label', t('sort_by', { column: head.textContent }));
  button.addEventListener('click', () => {
    choose({ sort: head.dataset.sort, reverse: choice.sort === head.dataset.sort && !choice.reverse });
    $('sort').value = choice.sort;
  });
  head.append(' ', button);
}

function showOrder() {
  for (const head of heads.filter(head => head.dataset.sort)) {
    const isSorted = head.dataset.sort === choice.sort;
    head.ariaSort = isSorted ? (choice.reverse ? 'descending' : 'ascending') : null;
    put(head.querySelector('button'), isSorted ? (choice.reverse ? '▼' : '▲') : '↕');
  }
}

// The states that jobs have now, with the chosen one.
function showStates(f) {
  const present = [...new Set([...f.jobs.map(job => job.state), ...(choice.only.startsWith('=') ? [choice.only.slice(1)] : [])])].sort((a, b) => rank(a) - rank(b));
  renew('states', present, () => {
    $('only').replaceChildren(option('', t('show.all')), option('attention', t('show.attention')), ...present.map(state => option(`=${state}`, t(`state.${state}`))));
    $('only').value = choice.only;
  });
}

function isShown(job) {
  const text = choice.find.trim().toLocaleLowerCase(language);
  if (text && ![job.name, job.server, t(`state.${job.state}`)].some(part => part.toLocaleLowerCase(language).includes(text))) return false;
  if (choice.only === 'attention') return ['bad', 'warn'].includes(toneOf(job.state));
  return !choice.only || choice.only === `=${job.state}`;
}

function sorted(list) {
  const key = orders[choice.sort];
  const compare = (a, b) => {
    const [x, y] = [key(a), key(b)];
    return x < y ? -1 : x > y ? 1 : a.name.localeCompare(b.name, language, { numeric: true });
  };
  const all = [...list].sort(compare);
  return choice.reverse ? all.reverse() : all;
}

const groupOf = job => choice.group === 'server' ? job.server : choice.group === 'state' ? job.state : '';

// Groups by their worst job, as the jobs in them.
function grouped(list) {
  const groups = new Map();
  for (const job of list) groups.set(groupOf(job), [...(groups.get(groupOf(job)) ?? []), job]);
  return [...groups].sort(([, a], [, b]) => Math.min(...a.map(job => rank(job.state))) - Math.min(...b.map(job => rank(job.state))));
}

function groupRow(name, list) {
  const isClosed = choice.closed.includes(name);
  const button = make('button', `${isClosed ? '▸' : '▾'} ${choice.group === 'state' ? t(`state.${name}`) : name}`, 'group');
  button.type = 'button';
  button.setAttribute('aria-expanded', String(!isClosed));
  button.dataset.group = name;
  button.addEventListener('click', () => {
    choose({ closed: isClosed ? choice.closed.filter(one => one !== name) : [...choice.closed, name] });
    [...document.querySelectorAll('button.group')].find(one => one.dataset.group === name)?.focus();
  });
  const ill = list.filter(job => ['bad', 'warn'].includes(toneOf(job.state))).length;
  const head = make('th', [button, make('small', `${count('n_jobs', list.length)}${ill ? ` · ${count('n_ill', ill)}` : ''}`)]);
  head.scope = 'rowgroup';
  head.colSpan = columns.length;
  const row = make('tr', head, 'group');
  row.setAttribute('role', 'row');
  return row;
}

function jobRow(job) {
  const row = make('tr');
  row.setAttribute('role', 'row');
  const link = make('a', job.name);
  link.href = `#job=${encodeURIComponent(job.name)}`;
  row.append(rowHead([link, make('small', job.server)]));
  for (let i = 1; i < columns.length; i++) {
    const cell = make('td', undefined, i === 1 || i === 7 ? '' : 'n');
    cell.setAttribute('role', 'cell');
    if (i > 1) cell.dataset.label = columns[i];
    row.append(cell);
  }
  row.children[1].append(newChip());
  return row;
}

function arrange(f) {
  const all = sorted(f.jobs.filter(isShown));
  const groups = choice.group ? grouped(all) : [['', all]];
  const order = groups.map(([name, list]) => [name, choice.group && choice.closed.includes(name), list.length,
    list.filter(job => ['bad', 'warn'].includes(toneOf(job.state))).length, list.map(job => [job.name, job.server])]);
  renew('jobs', [choice, order], () => {
    const focused = document.activeElement;
    for (const [key] of [...rows].filter(([key]) => !f.jobs.some(job => `${job.name} ${job.server}` === key))) rows.delete(key);
    $('job-rows').replaceChildren(...groups.flatMap(([name, list]) => [
      ...(choice.group ? [groupRow(name, list)] : []),
      ...(choice.group && choice.closed.includes(name) ? [] : list.map(job => rowOf(job))),
    ]));
    showOrder();
    // A row that moves keeps the focus.
    if (focused !== document.activeElement && focused?.isConnected) focused.focus();
  });
  put($('shown'), all.length === f.jobs.length ? count('n_jobs', all.length) : t('n_of_jobs', { n: digits.format(all.length), all: digits.format(f.jobs.length) }));
}

function rowOf(job) {
  const key = `${job.name} ${job.server}`;
  if (!rows.has(key)) rows.set(key, jobRow(job));
  return rows.get(key);
}

const jobSign = state => state === 'off' ? '–' : state === 'paused' ? '‖' : signs[toneOf(state)];

function jobs(f, now) {
  showStates(f);
  arrange(f);
  for (const job of f.jobs) {
    const cells = rowOf(job).children;
    rowOf(job).dataset.tone = toneOf(job.state);
    chip(cells[1].firstChild, toneOf(job.state), jobSign(job.state), t(`state.${job.state}`));
    const cell = (i, text, tone = '') => {
      put(cells[i], text);
      cells[i].className = `n ${tone}`;
    };
    const waits = since(job.oldest_since, now);
    const goal = job.objective_seconds ? ` / ${age(job.objective_seconds)}` : '';
    const oldest = `${waits === null ? t('none') : age(waits)}${goal}`;
    cell(2, job.waiting_files === null ? '–' : oldest, job.state === 'late' ? 'bad' : '');
    cell(3, onTimeText(job), onTime(job) < 0.95 ? 'warn' : '');
    const aside = quarantined(job);
    cell(4, completeText(job), complete(job) < 1 && job.state === 'gaps' ? 'warn' : '');
    cell(5, job.waiting_files === null ? '–' : withQuarantined(files(job.waiting_files), aside), aside ? 'warn' : '');
    cell(6, job.delivered_files === null ? '–' : `${bytes(job.delivered_bytes)} · ${files(job.delivered_files)}`);
    renew(`hours ${job.name}`, [job.hours, job.server], () => cells[7].replaceChildren(spark(job.hours)));
    cell(8, job.last_complete_look ? ago(job.last_complete_look, now) : t('never'), job.state === 'blind' ? 'bad' : '');
    cell(9, job.state === 'off' || job.state === 'paused' || !job.next_look ? '–' : t('in', { age: age(-since(job.next_look, now)) }));
  }
}
