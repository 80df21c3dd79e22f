// The sign-in page: signing in by password, provider, API key, new account, invite or mailed link, and signing out.
import { at, leave, onSubmit, showProblem } from './forms.js';
import { canUsePasskeys, signInByPasskey } from './passkeys.js';
import { askForFactor, offerSecondFactor, showEnrolment } from './second-factor.js';
import { apiKey, ask, askGraphql, forgetApiKey, nextPage, signOut, useApiKey } from './service.js';

function showWhoIsIn(text) {
  at('who').textContent = text;
  at('signed-in').hidden = false;
  at('ways-in').hidden = true;
}

/**
 * Handles the response to a sign-in. Shows the form for the second factor if that is required; otherwise checks that
 * the browser has stored the session cookie. Over plain http, browsers store the cookie on localhost only. Without the
 * check, the page would show the sign-in form again and give no reason.
 */
async function withKeptCookie(answer) {
  if (answer.code === 'auth_second_factor_required') {
    const { challenge, factors } = answer.body.params;
    return askForFactor(challenge, factors);
  }
  if (answer.code === 'auth_second_factor_enrolment_required') return showEnrolment();
  if (!answer.ok || (await ask('GET', '/api/auth/me')).ok) return answer;
  const problem =
    'You were signed in, but your browser did not keep the session: it does so over https, or on localhost. ' +
    'Open this page at such an address, or use an API key.';
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

onSubmit('use-passkey', async () => {
  forgetApiKey();
  return withKeptCookie(await signInByPasskey());
});

onSubmit('use-key', async (form) => {
  const key = form.get('key').trim();
  // API keys are printable ASCII without blanks. `fetch` throws if a header contains characters beyond Latin-1.
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

/**
 * The token in the fragment of the page's address, from a mailed link or from the redirect of a provider. The next
 * statement removes the token from the address, because the browser's history would store it.
 */
const [, linkKind, linkToken, factors] =
  /^#(verify|reset|second-factor)=([\w-]+)(?:&factors=([\w,]*))?$/.exec(location.hash) ?? [];
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

/** Handles the token in the page's address. Resolves with false if the page must also show the ways to sign in. */
async function openLink() {
  if (linkKind === 'second-factor') askForFactor(linkToken, factors?.split(','));
  else if (linkKind === 'reset') {
    at('resetting').hidden = false;
    at('reset-password').elements.namedItem('new_password').focus();
  } else if (linkKind === 'verify') {
    forgetApiKey();
    const answer = await verify();
    if (answer.ok) leave();
    else if (answer.code === 'auth_second_factor_enrolment_required') showEnrolment();
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

/**
 * Fetches the invite whose id is in the page's address. By this request, the service also stores the invite in the
 * session, where the registration finds it.
 */
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

/** Shows the form for joining an organization by invite. If the invite cannot be used, shows the reason instead. */
function showInvitation({ ok, problem, code, body }) {
  if (!ok) return showProblem(inviteProblems[code] ?? problem);
  const { organization_name: organization, permissions, send_to: address } = body.data;
  at('invitation-title').textContent = `Join ${organization} as ${roles[permissions] ?? `a ${permissions}`}`;
  at('invitation').hidden = false;
  const { email, password } = at('join').elements;
  email.value = address ?? '';
  (address ? password : email).focus();
}

/**
 * Shows a sign-in link for each OpenID Connect provider. After signing in, the browser opens the page that the visitor
 * requested first.
 */
function showProviders({ oidc_providers: providers, public_url: publicUrl }) {
  const next = encodeURIComponent(nextPage());
  for (const place of document.querySelectorAll('.providers')) {
    for (const { slug, name } of providers) {
      const link = document.createElement('a');
      link.textContent = `Sign in with ${name}`;
      // The provider redirects the browser to the public address. The sign-in therefore starts at that address too, so
      // that the browser sends its cookie there.
      link.href = `${publicUrl}/api/auth/oidc/${slug}/authorize?next=${next}`;
      link.addEventListener('click', forgetApiKey);
      place.append(link);
    }
    place.hidden = providers.length === 0;
  }
}

/** Shows a button for each provider that links the provider to the account, or one that unlinks the linked provider. */
function showLinks(providers, linkedTo) {
  const names = new Map(providers.map(({ slug, name }) => [slug, name]));
  const offer = (words, path, onDone) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain';
    button.textContent = words;
    button.addEventListener('click', async () => {
      const { ok, problem, body } = await ask('POST', path);
      if (ok) onDone(body.data);
      else showProblem(problem);
    });
    at('links').append(button);
  };
  const next = encodeURIComponent(location.pathname + location.search);
  if (linkedTo)
    offer(`Unlink ${names.get(linkedTo) ?? linkedTo}`, `/api/auth/oidc/${linkedTo}/unlink`, () => location.reload());
  else
    for (const [slug, name] of names)
      offer(`Link ${name}`, `/api/auth/oidc/${slug}/link?next=${next}`, ({ url }) => location.assign(url));
  at('links').hidden = at('links').childElementCount === 0;
}

/**
 * The error code in the fragment of the page's address, after signing in with a provider or linking a provider failed.
 */
const [, oidcProblem] = /^#problem=(\w+)$/.exec(location.hash) ?? [];
if (oidcProblem) history.replaceState(null, '', location.pathname + location.search);
const oidcProblems = new Map([
  ['auth_oidc_unavailable', 'The provider does not answer. Try again later, or use another sign-in method.'],
  ['auth_oidc_link_required', 'There is an account with your e-mail address: sign in to it, then link the provider.'],
  ['auth_oidc_already_linked', 'This account, or this person at the provider, is linked already.'],
  ['auth_not_authenticated', 'You were signed out meanwhile: sign in, and link the provider again.'],
  ['auth_registration_disabled', 'You have no account here, and registration is closed: ask for an invite.'],
  ['auth_email_verification_required', 'The provider has not verified your e-mail address.'],
  ['entity_not_found', 'The invite does not exist any more. Ask for another one.'],
  ['entity_expired', 'The invite has expired. Ask for another one.'],
  ['invite_already_accepted', 'The invite was accepted already. Ask for another one.'],
]);

/** Pages that require a session. These pages redirect a visitor who has only an API key back to the sign-in page. */
const pagesOfAccounts = new Map([
  ['/topology', 'the topology page'],
  ['/inventory', 'the inventory'],
  ['/account', 'the account page'],
  ['/organization', 'the organization page'],
]);

async function start() {
  at('continue').href = at('kept').href = nextPage();
  if (await openLink()) return;
  if (oidcProblem)
    showProblem(oidcProblems.get(oidcProblem) ?? 'Signing in with the provider did not work. Try again.');
  const ofAccount = pagesOfAccounts.get(`/${new URL(nextPage(), location.origin).pathname.split('/')[1]}`);
  const isKeyOfNoUse = apiKey() && ofAccount !== undefined;
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
    await offerSecondFactor();
    showLinks(config.ok ? config.body.data.oidc_providers : [], me.body.data.oidc_provider);
    return showWhoIsIn(`As ${me.body.data.email}.`);
  }
  if (me.code === 'auth_second_factor_enrolment_required') return showEnrolment();
  if (config.ok) showProviders(config.body.data);
  if (invite) showInvitation(invite);
  if (invite?.ok) return;
  at('ways-in').hidden = false;
  at('use-passkey').hidden = !canUsePasskeys;
  at('sign-in').elements.namedItem('email').focus();
  at('new-account').hidden = !config.ok || config.body.data.disable_registration;
  at('forgotten').hidden = !config.ok || !config.body.data.has_email_service;
  if (isKeyOfNoUse) showProblem(`No API key opens ${ofAccount}: sign in with an account.`);
  if (me.status !== 401 && !invite) showProblem(me.problem);
}

await start();
