// Texts, numbers, times and nodes for page.js, in the language of the page.
'use strict';

const svgSpace = 'http://www.w3.org/2000/svg';
const $ = id => document.getElementById(id);
const language = document.documentElement.lang;
const texts = JSON.parse($('texts').textContent);

const digits = new Intl.NumberFormat(language);
const oneDecimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const smallShare = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 3 });
const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
const hourAndMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const clock = new Intl.DateTimeFormat(language, hourAndMinute);
const clockWithSeconds = new Intl.DateTimeFormat(language, { ...hourAndMinute, second: '2-digit' });
const dayOfMonth = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
const dayAndClock = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...hourAndMinute });

const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const t = (key, values = {}) => fill(texts[key], values);
const count = (key, n, values = {}) => t(`${key}.${n === 1 ? 'one' : 'other'}`, { n: digits.format(n), ...values });
const files = n => count('n_files', n);
// Backticks in the table of texts mark what is typed. Values are filled in afterwards and stay text.
const rich = (key, values = {}) => texts[key].split('`').map((part, i) => i % 2 ? make('code', fill(part, values)) : fill(part, values));

// The last figures that arrived.
let last = null;

const signs = { ok: '✓', idle: '…', wait: '…', warn: '!', bad: '✕' };
const tones = {
  ok: 'ok', new: 'idle', off: 'idle', paused: 'warn', outage: 'warn', behind: 'warn', effects: 'warn', aside: 'warn', gaps: 'bad',
  silent: 'bad', trouble: 'warn', late: 'bad', blind: 'bad', blocked: 'bad', login: 'bad', unreachable: 'bad',
};
const toneOf = state => tones[state] ?? 'bad';

// Rebuilds a part only when its content has changed, so that selected text stays selected.
const shown = new Map();
function renew(key, value, build) {
  const now = JSON.stringify(value);
  if (shown.get(key) === now) return;
  shown.set(key, now);
  build();
}

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function make(name, content, className) {
  const node = document.createElement(name);
  if (content !== undefined) node.append(...[content].flat());
  if (className) node.className = className;
  return node;
}

function draw(name, attributes, title) {
  const node = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (title) node.append(draw('title', {}));
  if (title) node.firstChild.textContent = title;
  return node;
}

// Server messages are English in every language of the page.
function foreign(name, text, className) {
  const node = make(name, text, className);
  node.lang = 'en';
  return node;
}

function age(seconds) {
  const [m, h, d] = [60, 3600, 86400].map(unit => Math.floor(seconds / unit));
  if (seconds < 120) return t('age.s', { s: Math.max(0, Math.round(seconds)) });
  if (seconds < 7200) return t('age.min', { m });
  return seconds < 172800 ? t('age.h', { h, m: m % 60 }) : t('age.d', { d, h: h % 24 });
}

function bytes(n) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) { n /= 1024; unit++; }
  return `${unit === 0 || n >= 100 ? digits.format(Math.round(n)) : oneDecimal.format(n)}\u00a0${units[unit]}`;
}

const since = (text, now) => text ? (now - Date.parse(text)) / 1000 : null;
const sum = (list, of) => list.reduce((all, one) => all + (of(one) ?? 0), 0);
const percent = (part, whole) => whole ? share.format(Math.floor(1000 * part / whole) / 1000) : '–';

// A time in the viewer's zone, with UTC on hover.
function time(timestamp, format) {
  const at = new Date(timestamp);
  const node = make('time', (format ?? (at.toDateString() === new Date().toDateString() ? clock : dayAndClock)).format(at));
  node.dateTime = at.toISOString();
  node.title = `${node.dateTime.slice(0, 19).replace('T', ' ')} UTC`;
  return node;
}

// A text with a time in it.
function timed(key, timestamp, format, values) {
  const [before, after] = t(key, { ...values, time: '\0' }).split('\0');
  return [before, time(timestamp, format), after];
}

// The same as rich, followed by a button for each complete command that copies it. Not within the sentence: a Korean particle follows.
const advice = (key, values = {}) => {
  const parts = rich(key, values);
  const complete = parts.filter(part => part instanceof Element && /^ftpx \S+ \S/.test(part.textContent));
  return [...parts, ...complete.map(part => copyButton(part.textContent, part))];
};

function copyButton(text, shownAs) {
  const button = make('button', t('copy'), 'copy');
  button.type = 'button';
  button.setAttribute('aria-label', t('copy_text', { text }));
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      put(button, t('copied'));
    } catch {
      // Without the right to write to the clipboard: select the command, so that a key copies it.
      getSelection().selectAllChildren(shownAs ?? button.previousElementSibling);
    }
    setTimeout(() => put(button, t('copy')), 1500);
  });
  return button;
}

// A state as a coloured label with a sign, so that the colour is not the only difference.
function chip(node, tone, sign, text) {
  node.dataset.state = tone;
  put(node.children[0], sign);
  put(node.children[1], text);
}

function newChip() {
  const sign = make('span');
  sign.setAttribute('aria-hidden', 'true');
  return make('span', [sign, make('span')], 'state');
}

// The head of a row of a table.
function rowHead(content) {
  const head = make('th', content);
  head.scope = 'row';
  return head;
}

function option(value, text) {
  const node = make('option', text);
  node.value = value;
  return node;
}
