// Pictures: deliveries by time, use of the servers, files in progress, and the slots of a job.
'use strict';

const mostTransfers = 8;

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

// The hours of the last 7 days, once they are wanted.
let week = null;
const weekEvery = 60000;
const isWeek = () => $('period').value === 'week' && week !== null;

async function readWeek() {
  if ($('period').value === 'week') week = await read('/history') ?? week;
  // The service has read it some seconds after its start.
  if ($('period').value === 'week' && !week) setTimeout(readWeek, 5000);
  if (!last) return;
  day(last);
  servers(last);
}

// The deliveries of the period that the viewer has chosen.
const series = f => isWeek() ? { from: week.from, step: 3600000, spans: week.bytes, files: week.files }
  : { from: f.spans_from, step: 900000, spans: f.spans, files: f.span_files };

function day(f) {
  const width = Math.max(300, $('chart').clientWidth);
  const all = series(f);
  renew('day', [all, width], () => {
    const { spans } = all;
    const [height, left, low] = [190, 66, 22];
    const most = Math.max(1, ...spans);
    const total = { size: bytes(sum(spans, n => n)), files: files(sum(all.files, n => n)), peak: bytes(Math.max(0, ...spans)) };
    const label = spans.length ? t(isWeek() ? 'chart.week' : 'chart', total) : t('unknown');
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    const [step, tall] = [(width - left) / Math.max(1, spans.length), height - low - 12];
    const format = isWeek() ? dayAndClock : clock;
    put($('day-title'), t(isWeek() ? 'delivered_7d' : 'delivered_24h'));
    for (const part of [0, 0.5, 1]) {
      const y = 12 + tall * (1 - part);
      svg.append(draw('line', { x1: left, x2: width, y1: y, y2: y }));
      const tick = draw('text', { x: left - 6, y: y + 4, 'text-anchor': 'end' });
      tick.textContent = Math.max(...spans, 0) === 0 ? (part ? '' : '0') : bytes(most * part);
      svg.append(tick);
    }
    const hours = new Map();
    spans.forEach((n, i) => {
      const at = new Date(Date.parse(all.from) + i * all.step);
      const x = left + i * step;
      const bar = n ? Math.max(1.5, tall * n / most) : 0;
      if (bar) svg.append(draw('rect', { class: 'bar', x, y: 12 + tall - bar, width: Math.max(1, step - 1), height: bar }));
      const [from, to] = [format.format(at), clock.format(at.getTime() + all.step)];
      const tip = t('span', { from, to, size: bytes(n), files: files(all.files[i]) });
      svg.append(draw('rect', { class: 'pane', x, y: 12, width: step, height: tall }, tip));
      const isTick = isWeek() ? at.getHours() === 0 : at.getMinutes() === 0 && at.getHours() % 4 === 0;
      if (isTick && x >= left + 16 && x <= width - 16) {
        const tick = draw('text', { x, y: height - 5, 'text-anchor': 'middle' });
        tick.textContent = isWeek() ? dayOfMonth.format(at) : from;
        svg.append(tick);
      }
      const hour = hours.get(at.setMinutes(0)) ?? { bytes: 0, files: 0 };
      hours.set(at.getTime(), { bytes: hour.bytes + n, files: hour.files + all.files[i] });
    });
    $('chart').replaceChildren(svg);
    $('hour-rows').replaceChildren(...[...hours].reverse().map(([at, hour]) => {
      const head = rowHead(time(at, format));
      return make('tr', [head, make('td', digits.format(hour.files), 'n'), make('td', bytes(hour.bytes), 'n')]);
    }));
  });
}

function bar(part, className) {
  const svg = draw('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  svg.append(draw('rect', { class: 'rail', x: 0, y: 0, width: 100, height: 8 }));
  svg.append(draw('rect', { class: className, x: 0, y: 0, width: Math.min(100, 100 * part), height: 8 }));
  return svg;
}

// The deliveries from a server by quarters of an hour, or by hours of 7 days, drawn over the whole width.
function quarters(spans) {
  const most = Math.max(1, ...spans);
  const label = t(isWeek() ? 'chart.server_week' : 'chart.server', { size: bytes(sum(spans, n => n)), peak: bytes(Math.max(0, ...spans)) });
  const svg = draw('svg', { viewBox: `0 0 ${4 * spans.length} 30`, preserveAspectRatio: 'none', role: 'img', class: 'quarters', 'aria-label': label });
  spans.forEach((n, i) => {
    const height = n ? Math.max(2, 29 * n / most) : 1;
    svg.append(draw('rect', { class: n ? 'bar' : 'rail', x: 4 * i, y: 30 - height, width: 3, height }));
  });
  return svg;
}

// The goodput of a network path over 7 days, ending now.
function pathLine(list, label) {
  const most = Math.max(1, ...list.map(one => one.rate));
  const from = Date.now() - 7 * 86400000;
  const points = list.map(one => [(Date.parse(one.at) - from) / 604800000 * 180, 27 - 25 * one.rate / most].map(n => n.toFixed(1)).join());
  const svg = draw('svg', { viewBox: '0 0 180 28', width: 180, height: 28, role: 'img', 'aria-label': label });
  svg.append(draw('polyline', { points: points.join(' ') }));
  return svg;
}

// The time that 95 % of the files of each hour took, over the days of the map, with a line at the objective. Red: files were late.
function latencyChart(map) {
  const hours = 24 * slotDays;
  const from = Math.floor(Date.now() / 3600000) * 3600000 - 3600000 * (hours - 1);
  const list = map.latency_hours.filter(hour => Date.parse(hour.at) >= from);
  const longest = Math.max(0, ...list.map(hour => hour.p95_seconds));
  const most = Math.max(1, map.objective_seconds ?? 0, longest);
  const label = t('latency_chart', { hours: digits.format(list.length), most: age(longest) });
  const svg = draw('svg', { viewBox: `0 0 ${4 * hours} 72`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label });
  for (const hour of list) {
    const x = 4 * Math.round((Date.parse(hour.at) - from) / 3600000);
    const height = Math.max(2, 70 * hour.p95_seconds / most);
    const text = t('latency_hour', {
      time: dayAndClock.format(new Date(hour.at)), files: files(hour.files), p50: age(hour.p50_seconds), p95: age(hour.p95_seconds), late: digits.format(hour.late),
    });
    svg.append(draw('rect', { class: hour.late ? 'slot-missing' : 'bar', x, y: 72 - height, width: 3, height }, text));
  }
  if (map.objective_seconds) {
    const y = 72 - 70 * map.objective_seconds / most;
    svg.append(draw('line', { x1: 0, x2: 4 * hours, y1: y, y2: y }));
  }
  return svg;
}

function servers(f) {
  renew('servers', [f.servers, isWeek() && week.servers], () => $('servers').replaceChildren(...f.servers.map(server => {
    const spans = isWeek() ? week.servers[server.name] ?? [] : server.spans;
    const use = t('session_use', { sessions: server.sessions, limit: server.budget, rate: `${bytes(server.bytes_per_second)}/s` });
    const line = make('div', [make('span', [server.name, ' ', make('small', server.address)]), make('span', use)], 'line');
    const total = { size: bytes(sum(spans, n => n)), peak: bytes(Math.max(0, ...spans)) };
    const all = make('small', t(isWeek() ? 'server_week' : 'server_day', total));
    return make('li', [line, bar(server.sessions / server.budget, 'bar'), ...(spans.length ? [quarters(spans), all] : [])]);
  })));
}

function gateways(f) {
  $('gateways').hidden = f.gateways.length === 0;
  renew('gateways', f.gateways, () => $('gateway-list').replaceChildren(...f.gateways.map(gateway => {
    const use = t('gateway_use', {
      clients: gateway.clients, rate: `${bytes(gateway.bytes_per_second)}/s`, files: files(gateway.sent_files), size: bytes(gateway.sent_bytes),
      failed: gateway.failed_files,
    });
    const address = gateway.address ? [gateway.address, gateway.http].filter(Boolean).join(' · ') : t('not_open');
    return make('li', [make('div', [make('span', [gateway.name, ' ', make('small', address)]), make('span', use)], 'line')]);
  })));
}

function remaining(file) {
  if (file.bytes_per_second < 1) return t('stalled');
  return t('remaining', { age: age((file.size - file.bytes_done) / file.bytes_per_second) });
}

function transfers(f) {
  $('transfers').hidden = f.transfers.length === 0;
  const some = f.transfers.slice(0, mostTransfers);
  renew('transfers', some, () => $('transfer-list').replaceChildren(...some.map(file => {
    const facts = [percent(file.bytes_done, file.size), `${bytes(file.bytes_done)} / ${bytes(file.size)}`, `${bytes(file.bytes_per_second)}/s`,
      count('n_streams', file.streams), remaining(file)];
    const name = make('span', [foreign('span', file.path, 'path'), ' ', make('small', `${file.job} · ${file.server}`)]);
    return make('li', [make('div', [name, make('span', facts.join(' · '))], 'line'), bar(file.size ? file.bytes_done / file.size : 0, 'bar')]);
  })));
  const more = f.transfers.length - some.length;
  put($('transfers-more'), more > 0 ? count('n_more', more) : '');
}

function nodes(f) {
  $('nodes').hidden = f.nodes.length === 0;
  renew('nodes', f.nodes, () => $('node-list').replaceChildren(...f.nodes.map(node => {
    const label = newChip();
    const tone = { alive: 'ok', dead: 'bad', left: 'idle' }[node.state];
    chip(label, tone, node.state === 'left' ? '–' : signs[tone], t(`node.${node.state}`));
    const name = make('span', [node.name, node.is_here ? ` ${t('this_node')} ` : ' ', label]);
    const facts = make('span', [count('n_sessions', node.sessions), ` · ftpxd ${node.version}`,
      ...(node.seen_at ? [' · ', ...timed('seen', node.seen_at, clockWithSeconds)] : [])]);
    return make('li', [make('div', [name, facts], 'line'), ...(node.has_same_jobs || node.state !== 'alive' ? [] : [make('small', t('other_jobs'))])]);
  })));
}

$('period').addEventListener('input', readWeek);
setInterval(() => isWeek() && readWeek(), weekEvery);

const slotStates = ['complete', 'late', 'partial', 'missing', 'outage', 'future', 'none'];
const knownState = state => slotStates.includes(state) ? state : 'missing';

// Days below each other, slots beside each other. The height of an incomplete slot is its share of the expected files.
function slotMap(map) {
  const most = Math.max(...map.days.map(day => day.slots.length));
  const [left, right, top, line] = [84, 60, 16, 18];
  const step = Math.max(4, Math.min(40, (1240 - left - right) / most));
  const [width, height] = [left + step * most + right, top + line * map.days.length];
  const all = map.days.flatMap(day => day.slots);
  const counted = slotStates.filter(state => state !== 'none').map(state => [state, all.filter(slot => knownState(slot.state) === state).length]).filter(([, n]) => n);
  const label = counted.map(([state, n]) => `${t(`slot.${state}`)} ${digits.format(n)}`).join(', ');
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label, class: 'slots' });
  map.days.forEach((day, row) => {
    const name = draw('text', { x: left - 8, y: top + row * line + 13, 'text-anchor': 'end' });
    name.textContent = day.day;
    svg.append(name);
    const part = draw('text', { x: width, y: top + row * line + 13, 'text-anchor': 'end' });
    part.textContent = percent(day.have, day.expect);
    svg.append(part);
    day.slots.forEach((slot, i) => {
      const state = knownState(slot.state);
      const [x, y, tall] = [left + i * step, top + row * line + 1, line - 3];
      if (state === 'none') return;
      const part = ['late', 'partial'].includes(state) && slot.expect ? Math.max(0.15, slot.have / slot.expect) : 1;
      if (part < 1) svg.append(draw('rect', { class: 'slot-rest', x, y, width: step - 1, height: tall }));
      svg.append(draw('rect', { class: `slot-${state}`, x, y: y + tall * (1 - part), width: step - 1, height: tall * part }, slotText(day.day, slot)));
      if (row === 0 && slot.at.slice(3, 5) === '00' && Number(slot.at.slice(0, 2)) % 3 === 0) {
        const tick = draw('text', { x, y: 11 });
        tick.textContent = slot.at.slice(0, 5);
        svg.append(tick);
      }
    });
  });
  return { svg, counted, label };
}

const slotTime = (day, slot) => new Date(`${day}T${slot.at.slice(0, 5)}:00Z`);
const slotText = (day, slot) => t('slot', {
  utc: `${day} ${slot.at.slice(0, 5)}`, local: dayAndClock.format(slotTime(day, slot)), state: t(`slot.${knownState(slot.state)}`),
  have: digits.format(slot.have), expect: digits.format(slot.expect),
});
