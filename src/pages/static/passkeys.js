// Passkeys (WebAuthn) on the sign-in page: signs in with a passkey, and adds a passkey to the account.
import { ask } from './service.js';

const kind = globalThis.PublicKeyCredential;

/**
 * Whether the browser can use passkeys. Browsers define `PublicKeyCredential` over https and on localhost only, and
 * older browsers lack its functions for JSON.
 */
export const canUsePasskeys = Boolean(kind?.parseRequestOptionsFromJSON && kind.parseCreationOptionsFromJSON);

const failure = ({ name }) => {
  const problems = {
    NotAllowedError: 'No passkey was used: it was cancelled, took too long, or there is none for this address.',
    InvalidStateError: 'This device has a passkey of your account already.',
    SecurityError: 'Passkeys work at the public address of the service only: open this page there.',
  };
  return { ok: false, problem: problems[name] ?? 'The browser could not use a passkey. Try another method.' };
};

/**
 * Fetches WebAuthn options from the service, and gets a credential for these options from the browser by
 * `toCredential`. Passes the credential to `send` as JSON.
 */
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

/**
 * Signs in with a passkey: with the passkey alone or, if `challenge` of a pending sign-in is given, with the passkey as
 * the second factor.
 */
export const signInByPasskey = (challenge) => {
  const body = challenge === undefined ? {} : { challenge };
  return withOptions(
    '/api/auth/passkeys/challenge',
    body,
    (options) => navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(options) }),
    (response) => ask('POST', '/api/auth/passkeys/sign-in', { ...body, response }),
  );
};

/** Adds a passkey to the account. Every new passkey is named "Passkey"; the user can rename it on the account page. */
export const addPasskey = (reason) =>
  withOptions(
    '/api/auth/passkeys/options',
    reason,
    (options) => navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(options) }),
    (response) => ask('POST', '/api/auth/passkeys', { name: 'Passkey', response }),
  );
