// What an administrator may change: each change is confirmed here, and sent with a proof that no other site can read.
'use strict';

let session = { administrator: false, actions: [] };
const canDo = action => session.administrator && session.actions.includes(action);

async function readSession() {
  try {
    const answer = await fetch('/session');
    if (answer.ok) session = { actions: [], ...await answer.json() };
  } catch {
    // Without an answer the page stays as it is; it reports the silence itself.
  }
  $('administration').hidden = session.administrator;
  $('administrator').hidden = !session.administrator;
  if (session.administrator) {
    // The right ends after an hour, unless a proxy adds the token to each request.
    const ends = session.until;
    $('administrator').replaceChildren(...ends ? timed('admin.signed_in', ends, null, { who: session.who }) : [t('admin.stays', { who: session.who })]);
    if (ends) setTimeout(readSession, Math.max(1000, Date.parse(ends) - Date.now() + 500));
  }
  if (last) show(last);
}

function outcome(text, tone) {
  $('outcome').hidden = false;
  $('outcome').dataset.state = tone;
  put($('outcome'), text);
}

// A dialog's close event comes after the dialog has closed. The next question waits for it: otherwise it would take the event for its own
// answer, and what the operator then confirms would not happen.
let lastAnswer = Promise.resolve();

// Asks whether a change is meant; the answer is null, or its arguments.
function ask(action, job, file) {
  lastAnswer = lastAnswer.then(() => showQuestion(action, job, file));
  return lastAnswer;
}

function showQuestion(action, job, file) {
  return new Promise(decide => {
    const dialog = $('ask');
    const values = { job, file: file ?? '' };
    put($('ask-title'), t(`ask.${action}`, values));
    put($('ask-text'), t(file && action === 'retry' ? 'ask.retry.file' : `ask.${action}.text`, values));
    put($('ask-yes'), t(`do_${action}`));
    const hasReason = ['pause', 'skip'].includes(action);
    $('ask-reason').hidden = !hasReason;
    $('reason').value = '';
    dialog.returnValue = '';
    dialog.addEventListener('close', () => {
      if (dialog.returnValue !== 'yes') decide(null);
      else decide(hasReason && $('reason').value.trim() ? { reason: $('reason').value.trim() } : {});
    }, { once: true });
    dialog.showModal();
    (hasReason ? $('reason') : $('ask-yes')).focus();
  });
}

// The first button of a form is pressed by Enter: in the reason, it is the confirmation.
$('reason').addEventListener('keydown', event => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  $('ask-yes').click();
});

async function change(action, job, given) {
  const wanted = await ask(action, job, given?.name);
  if (!wanted) return;
  outcome(t('working', { action: t(`do_${action}`), job }), 'wait');
  try {
    const answer = await fetch(`/jobs/${encodeURIComponent(job)}/${action}`, {
      method: 'POST', body: JSON.stringify({ ...wanted, ...given }),
      headers: { 'Content-Type': 'application/json', 'X-Ftpxd-Proof': session.proof },
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) {
      outcome(t('refused_change', { action: t(`do_${action}`), job, error: told.error ?? answer.status }), 'bad');
      await readSession();
      return;
    }
    outcome(doneText(action, job, told.replies), 'ok');
    const fresh = await fetch('/figures');
    if (fresh.ok) show(await fresh.json());
    refreshJob();
  } catch {
    outcome(t('refused_change', { action: t(`do_${action}`), job, error: t('silent') }), 'bad');
  }
}

function doneText(action, job, replies) {
  if (action === 'retry') return t('did.retry', { job, files: files(sum(replies, reply => reply.queued)) });
  const problem = replies.find(reply => reply.folder?.problem)?.folder.problem;
  if (action === 'run') return problem ? t('did.run.problem', { job, problem }) : t('did.run', { job });
  return t(`did.${action}`, { job });
}

function actionButton(action, job, given) {
  const button = make('button', t(`do_${action}`));
  button.type = 'button';
  button.dataset.action = action;
  button.addEventListener('click', () => change(action, job, given));
  return button;
}

// The changes of a job that make sense in its state.
const jobActions = job => ['run', job.paused_since ? 'resume' : 'pause', ...(quarantined(job) ? ['retry'] : [])].filter(canDo)
  .map(action => actionButton(action, job.name));

// The changes of a file that could not be delivered.
function fileActions(job, name) {
  const buttons = ['retry', 'skip'].filter(canDo).map(action => actionButton(action, job, { name }));
  return buttons.length ? [make('p', buttons, 'actions')] : [];
}
