// The sign-in page: by password, by API key, with a new account, by an invite, or by a link in a mail; and out again.
import { apiKey, ask, askGraphql, forgetApiKey, nextPage, signOut, useApiKey } from './service.js';

const at = (id) => document.getElementById(id);

function showProblem(text) {
  at('problem').textContent = text ?? '';
  at('problem').hidden = !text;
}

function showNotice(text) {
  at('notice').textContent = text ?? '';
  at('notice').hidden = !text;
}

function showWhoIsIn(text) {
  at('who').textContent = text;
  at('signed-in').hidden = false;
  at('ways-in').hidden = true;
}

const leave = () => location.assign(nextPage());

/** Calls `send` with the form's values; while it works the form is disabled, and failures are shown. */
function onSubmit(formId, send) {
  const form = at(formId);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    showProblem();
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    button.disabled = true;
    const { ok, problem, field, notice } = await send(new FormData(form));
    button.disabled = false;
    showNotice(notice);
    if (notice) return form.reset();
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

async function register(form) {
  const account = { email: form.get('email'), password: form.get('password') };
  const answer = await ask('POST', '/api/auth/register', { ...account, terms_accepted: form.has('terms_accepted') });
  if (answer.status === 202)
    return { notice: `A link was sent to ${account.email}. Open it in this browser to finish your registration.` };
  return withKeptCookie(answer);
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
  return register(form);
});

onSubmit('join', (form) => {
  forgetApiKey();
  return register(form);
});

onSubmit('forgot-password', async (form) => {
  const answer = await ask('POST', '/api/auth/forgot-password', { email: form.get('email') });
  return answer.ok
    ? { notice: 'If the address has an account, a link was sent to it. It is good for one hour.' }
    : answer;
});

/** The token of the link that led here. It stays out of the address from now on, and so out of the history. */
const [, linkKind, linkToken] = /^#(verify|reset)=([\w-]+)$/.exec(location.hash) ?? [];
if (linkKind) history.replaceState(null, '', location.pathname + location.search);

onSubmit('reset-password', async (form) => {
  forgetApiKey();
  const body = { token: linkToken, new_password: form.get('new_password') };
  return withKeptCookie(await ask('POST', '/api/auth/reset-password', body));
});

const verify = (password) =>
  ask('POST', '/api/auth/verify-email', { token: linkToken, ...(password !== undefined && { password }) });

onSubmit('verify-email', async (form) => {
  const answer = await verify(form.get('password'));
  if (answer.code === 'auth_password_invalid')
    return { ...answer, field: 'password', problem: 'The password is wrong.' };
  return withKeptCookie(answer);
});

/** Opens the link of a mail; answers whether the page is about nothing else. */
async function openLink() {
  if (linkKind === 'reset') {
    at('resetting').hidden = false;
    at('reset-password').elements.namedItem('new_password').focus();
  } else if (linkKind === 'verify') {
    forgetApiKey();
    const answer = await verify();
    if (answer.ok) leave();
    else if (answer.code === 'auth_password_required') {
      at('verifying').hidden = false;
      at('verify-email').elements.namedItem('password').focus();
    } else {
      const needsSession = 'Sign in, then open the link again: it belongs to an account that you have.';
      showProblem(answer.code === 'auth_not_authenticated' ? needsSession : answer.problem);
      return false;
    }
  }
  return linkKind !== undefined;
}

at('sign-out').addEventListener('click', async () => {
  const { ok, problem } = await signOut();
  if (ok) location.reload();
  else showProblem(problem);
});

/** What the invite in the page's address is for; the service remembers it for the registration that follows. */
async function invitation() {
  const id = new URLSearchParams(location.search).get('invite');
  return id === null ? undefined : ask('GET', `/api/v1/invites/${encodeURIComponent(id)}/accept`);
}

const inviteProblems = {
  entity_not_found: 'This invite does not exist, or not any more. Ask for another one.',
  validation_invalid_format: 'This is not the address of an invite.',
  entity_expired: 'This invite has expired. Ask for another one.',
};
const roles = { Owner: 'an Owner', Admin: 'an Admin' };

/** Offers to join; to a visitor who cannot it says why, and leaves the other ways in. */
function showInvitation({ ok, problem, code, body }) {
  if (!ok) return showProblem(inviteProblems[code] ?? problem);
  const { organization_name: organization, permissions, send_to: address } = body.data;
  at('invitation-title').textContent = `Join ${organization} as ${roles[permissions] ?? `a ${permissions}`}`;
  at('invitation').hidden = false;
  const { email, password } = at('join').elements;
  email.value = address ?? '';
  (address ? password : email).focus();
}

/** Whether no API key opens a page: who was sent here from it would only be sent back. */
const needsAccount = (page) => new URL(page, location.origin).pathname === '/topology';

async function start() {
  at('continue').href = nextPage();
  if (await openLink()) return;
  const isKeyOfNoUse = apiKey() && needsAccount(nextPage());
  if (apiKey() && !isKeyOfNoUse) {
    const { ok, problem } = await askGraphql('{ viewer { userId } }');
    if (ok) return showWhoIsIn('This tab uses an API key.');
    forgetApiKey();
    showProblem(`The API key of this tab was refused. ${problem}`);
  }
  const [me, config] = await Promise.all([ask('GET', '/api/auth/me'), ask('GET', '/api/config')]);
  const invite = await invitation();
  if (me.ok) {
    if (invite)
      showProblem('An account belongs to one organization: to accept this invite, sign out and use another e-mail.');
    return showWhoIsIn(`As ${me.body.data.email}.`);
  }
  if (invite) showInvitation(invite);
  if (invite?.ok) return;
  at('ways-in').hidden = false;
  at('sign-in').elements.namedItem('email').focus();
  at('new-account').hidden = !config.ok || config.body.data.disable_registration;
  at('forgotten').hidden = !config.ok || !config.body.data.has_email_service;
  if (isKeyOfNoUse) showProblem('No API key opens the topology page: sign in with an account.');
  if (me.status !== 401 && !invite) showProblem(me.problem);
}

await start();
