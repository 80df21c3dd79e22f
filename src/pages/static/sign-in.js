// The sign-in page: by password, by API key, or with a new account; and out again.
import { apiKey, ask, askGraphql, forgetApiKey, nextPage, signOut, useApiKey } from './service.js';

const at = (id) => document.getElementById(id);

function showProblem(text) {
  at('problem').textContent = text ?? '';
  at('problem').hidden = !text;
}

function showWhoIsIn(text) {
  at('who').textContent = text;
  at('signed-in').hidden = false;
  at('ways-in').hidden = true;
}

const leave = () => location.assign(nextPage());

/** Calls `send` with the form's values; while it works the form waits, and what goes wrong is told. */
function onSubmit(formId, send) {
  const form = at(formId);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    showProblem();
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    button.disabled = true;
    const { ok, problem, field } = await send(new FormData(form));
    button.disabled = false;
    if (ok) return leave();
    showProblem(problem);
    const input = form.elements.namedItem(field ?? '');
    if (input) {
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  });
}

/** Over plain http browsers drop the cookie unless the address is this machine's own: better said than a loop. */
async function withKeptCookie(answer) {
  if (!answer.ok || (await ask('GET', '/api/auth/me')).ok) return answer;
  const problem =
    'The password is right, but your browser did not keep the session: it does so over https, or on localhost. ' +
    'Open this page that way, or use an API key.';
  return { ok: false, problem };
}

onSubmit('sign-in', async (form) => {
  forgetApiKey();
  const account = { email: form.get('email'), password: form.get('password') };
  return withKeptCookie(await ask('POST', '/api/auth/login', account));
});

onSubmit('use-key', async (form) => {
  const key = form.get('key').trim();
  // Anything else cannot even be sent as a header.
  if (!/^[\x21-\x7e]+$/.test(key)) return { ok: false, field: 'key', problem: 'This is not an API key.' };
  const { ok, status, problem } = await askGraphql('{ viewer { userId } }', key);
  if (ok) useApiKey(key);
  return { ok, field: 'key', problem: status === 401 ? 'This API key is not valid, or not any more.' : problem };
});

onSubmit('register', async (form) => {
  forgetApiKey();
  const setup = await ask('POST', '/api/auth/setup', {
    organization_name: form.get('organization_name'),
    network: { name: form.get('network.name') },
  });
  if (!setup.ok) return setup;
  const account = { email: form.get('email'), password: form.get('password') };
  return withKeptCookie(
    await ask('POST', '/api/auth/register', { ...account, terms_accepted: form.has('terms_accepted') }),
  );
});

at('sign-out').addEventListener('click', async () => {
  const { ok, problem } = await signOut();
  if (ok) location.reload();
  else showProblem(problem);
});

async function start() {
  at('continue').href = nextPage();
  if (apiKey()) {
    const { ok, problem } = await askGraphql('{ viewer { userId } }');
    if (ok) return showWhoIsIn('This tab uses an API key.');
    forgetApiKey();
    showProblem(`The API key of this tab was refused. ${problem}`);
  }
  const [me, config] = await Promise.all([ask('GET', '/api/auth/me'), ask('GET', '/api/config')]);
  if (me.ok) return showWhoIsIn(`As ${me.body.data.email}.`);
  at('ways-in').hidden = false;
  at('sign-in').elements.namedItem('email').focus();
  at('new-account').hidden = !config.ok || config.body.data.disable_registration;
  if (me.status !== 401) showProblem(me.problem);
}

await start();
