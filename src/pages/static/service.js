// Requests from the pages to the service. The session cookie authenticates a request, or the API key that the user
// entered in this browser tab.
const keyName = 'netloom.api-key';

/** The API key that the user entered. The browser stores the key for this tab only, until the tab is closed. */
export const apiKey = () => sessionStorage.getItem(keyName);
export const useApiKey = (key) => sessionStorage.setItem(keyName, key);
export const forgetApiKey = () => sessionStorage.removeItem(keyName);

/**
 * Headers that authenticate a request with the API key. Without an API key the headers are empty, because the browser
 * adds the session cookie itself.
 */
export const credentialHeaders = (key = apiKey()) => (key ? { Authorization: `Bearer ${key}` } : {});

/**
 * Sends a request with a JSON body. Resolves with `{ ok, status, body, code, field, problem }`. If the request failed,
 * `problem` is a message to show to the user.
 */
export async function ask(method, path, body, headers = {}) {
  const request = {
    method,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    // A request with an API key omits the session cookie, so that the service gets one identity only.
    credentials: headers.Authorization ? 'omit' : 'same-origin',
  };
  try {
    const send = () => fetch(path, request);
    // Browsers abort connections when the machine's network changes. A GET request changes nothing, so it is repeated
    // once.
    const response = await (method === 'GET' ? send().catch(send) : send());
    const answer = await response.json();
    const { code, params, message } = failureIn(answer);
    const seconds = Number(response.headers.get('Retry-After'));
    const ok = response.ok && code === undefined;
    const problem = ok ? undefined : wordsFor({ code, params, message, seconds });
    return { ok, status: response.status, body: answer, code, field: params?.field, problem };
  } catch {
    return { ok: false, status: 0, problem: 'The service does not answer. Try again when it runs.' };
  }
}

export const askGraphql = (query, key = apiKey()) => ask('POST', '/graphql', { query }, credentialHeaders(key));

function failureIn(answer) {
  const [error] = answer.errors ?? [];
  if (error) return { code: 'unknown', message: error.message, ...error.extensions };
  return answer.success === false ? { ...answer, message: answer.error } : {};
}

const words = {
  auth_invalid_credentials: () => 'E-mail or password is wrong.',
  auth_login_locked: (when) => `Too many failed sign-ins for this e-mail address. Try again ${when}.`,
  rate_limit_exceeded: (when) => `Too many requests. Try again ${when}.`,
  entity_already_exists: () => 'There is an account with this e-mail address already: sign in instead.',
  auth_second_factor_invalid: () => 'The code is wrong, or was used before: take the next one that the app shows.',
  auth_passkey_invalid: () => 'This passkey does not sign in here. Try another passkey, or another sign-in method.',
  auth_passkeys_unavailable: () => 'Passkeys work over https, or on localhost: open this page at such an address.',
  auth_challenge_invalid: () => 'That took too long: sign in again.',
  auth_session_not_fresh: () => 'Sign out and in again first: this session is too old for that.',
  auth_token_invalid: () => 'This link is not valid, or not any more. Ask for another one.',
  auth_email_verification_required: () => 'Open the link in the mail that was sent to this address first.',
  auth_oidc_unavailable: () => 'The provider does not answer. Try again later.',
  auth_password_required: () => 'Set a password first: without one you could not sign in any more.',
  invite_already_accepted: () => 'This invite was accepted already. Sign in, or ask for another one.',
  internal_error: () => 'Something went wrong inside the service. Try again later.',
};

function wordsFor({ code, params, message, seconds }) {
  if (code === 'validation_invalid_format' && ['password', 'new_password'].includes(params?.field))
    return 'The password needs upper case, lower case and a digit.';
  const known = words[code]?.(timeOf(seconds));
  const text = known ?? `${message ?? 'The service refused'}.`;
  return text[0].toUpperCase() + text.slice(1);
}

function timeOf(seconds) {
  if (!(seconds > 0)) return 'later';
  if (seconds < 60) return `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  const clock = new Date(Date.now() + seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, at ${clock}`;
}

/** Signs out: removes the API key of this tab or, if there is none, ends the session. */
export async function signOut() {
  if (apiKey()) {
    forgetApiKey();
    return { ok: true };
  }
  const answer = await ask('POST', '/api/auth/logout', undefined, credentialHeaders());
  // Status 401 means that the session has already ended, which counts as signed out.
  return answer.status === 401 ? { ok: true } : answer;
}

/**
 * The address to open after signing in: the URL parameter `next` if it is a page of this service. The default is the
 * map or, with an API key, GraphiQL, because the map requires a session.
 */
export function nextPage() {
  const firstPage = apiKey() ? '/graphiql' : '/topology';
  const wanted = new URLSearchParams(location.search).get('next') ?? firstPage;
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined;
  // A path that begins with two slashes would be an address on another host.
  const isOwn = url?.origin === location.origin && !url.pathname.startsWith('//');
  return isOwn ? url.pathname + url.search + url.hash : firstPage;
}
