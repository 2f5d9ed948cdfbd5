// Everything that is shown goes through textContent: file names and server replies are untrusted text. The parts are in the other scripts.
'use strict';

const silence = 6000;
let heard = performance.now();
let stream = null;

function show(f) {
  const now = Date.parse(f.now);
  heard = performance.now();
  last = f;
  verdict(f);
  concerns(f, now);
  tiles(f, now);
  jobs(f, now);
  transfers(f);
  failures(f, now);
  day(f);
  servers(f);
  gateways(f);
  nodes(f);
  foot(f);
  jobPage(f, now);
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
route();
readSession();
listen();
