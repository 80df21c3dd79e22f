// A proof of the user's identity: a code of the authenticator app, a recovery code, or a passkey.
import { call } from '../../kit/asking';
import { Field, readText } from '../../kit/sections/form';
import { Refusal } from '../../kit/ask';
import { texts } from './texts';

/** The second factors of the user, as in the response of `GET /api/auth/second-factor`. */
export interface Factors {
  readonly app: boolean;
  readonly passkeys: number;
  readonly recovery_codes: number;
}

export function CodeField({ isOptional = false }: { isOptional?: boolean }) {
  return (
    <Field
      name="code"
      label={texts.proof.code}
      autocomplete="one-time-code"
      spellcheck={false}
      required={!isOptional}
      maxLength={40}
      hint={isOptional ? texts.proof.optionalCodeHint : texts.proof.codeHint}
    />
  );
}

interface RequestOptions {
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions;
}

/**
 * The proof of identity, as the body of a request: `{ code }` if a code was entered, otherwise the response of a
 * passkey.
 */
export async function readProof(values: FormData): Promise<object> {
  const code = readText(values, 'code');
  if (code !== '') return { code };
  const options = await call<object>('POST', '/api/auth/passkeys/challenge', {});
  const publicKey = (PublicKeyCredential as RequestOptions).parseRequestOptionsFromJSON(options);
  const credential = await requestPasskey(navigator.credentials.get({ publicKey }));
  return { response: credential };
}

/**
 * The response of a passkey as JSON. Throws a Refusal with the code `passkey_missing` if the browser returns none, for
 * instance because the user cancelled.
 */
export async function requestPasskey(request: Promise<Credential | null>): Promise<object> {
  const credential = await request.catch(() => null);
  if (!credential) throw new Refusal(texts.proof.noPasskey, 'passkey_missing');
  return (credential as PublicKeyCredential).toJSON() as object;
}
