// Passkeys on the sign-in page: browser requests, and their responses to the service.
import { ask } from './service.js';

const kind = globalThis.PublicKeyCredential;

/**
 * Whether passkeys can be used. Browsers offer them over https and on localhost only; in older browsers this function
 * is missing.
 */
export const canUsePasskeys = Boolean(kind?.parseRequestOptionsFromJSON && kind.parseCreationOptionsFromJSON);

const failure = ({ name }) => {
  const problems = {
    NotAllowedError: 'No passkey was used: it was cancelled, took too long, or there is none for this address.',
    InvalidStateError: 'This device has a passkey of your account already.',
    SecurityError: 'Passkeys work at the public address of the service only: open this page there.',
  };
  return { ok: false, problem: problems[name] ?? 'The browser could not use a passkey. Try another way.' };
};

/** Requests passkey options from the service and a passkey from the browser. `send` receives the passkey's response. */
async function withOptions(path, body, toCredential, send) {
  const asked = await ask('POST', path, body);
  if (!asked.ok) return asked;
  let credential;
  try {
    credential = await toCredential(asked.body.data);
  } catch (error) {
    return failure(error);
  }
  return send(credential.toJSON());
}

/** Signs in with only a passkey or, with the challenge of a pending sign-in, with a passkey as second factor. */
export const signInByPasskey = (challenge) => {
  const body = challenge === undefined ? {} : { challenge };
  return withOptions(
    '/api/auth/passkeys/challenge',
    body,
    (options) => navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(options) }),
    (response) => ask('POST', '/api/auth/passkeys/sign-in', { ...body, response }),
  );
};

/** Adds a passkey. Its name can be changed later. */
export const addPasskey = (reason) =>
  withOptions(
    '/api/auth/passkeys/options',
    reason,
    (options) => navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(options) }),
    (response) => ask('POST', '/api/auth/passkeys', { name: 'Passkey', response }),
  );
