// Parses passkey responses (`PublicKeyCredential.toJSON()`) and checks the format and length of each field.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { optionalText, requiredObject, requiredText, type bodyObject } from '../../../auth/body-fields';
import { isSessionForm } from '../../../auth/tokens';
import { AppError } from '../../../errors';

type Body = ReturnType<typeof bodyObject>;
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

// Maximum lengths of the fields of a passkey response, in base64url characters. WebAuthn limits a credential id to
// 1,023 bytes, which are 1,364 characters.
const longest = {
  id: 1_364,
  clientDataJSON: 4_096,
  authenticatorData: 4_096,
  attestationObject: 8_192,
  signature: 1_024,
};
const longestHandle = 86;

export const knownTransports: Transports = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'];

const invalid = (field: string): AppError => new AppError('validation_invalid_format', { field });

function checkedBytes(field: string, text: string, max: number): string {
  if (text.length > max) throw new AppError('validation_max_length', { field, max });
  if (!/^[\w-]+$/.test(text)) throw invalid(field);
  return text;
}

function bytes(from: Body, name: keyof typeof longest, path: string): string {
  const field = `${path}.${name}`;
  return checkedBytes(field, requiredText(from, name, field), longest[name]);
}

function partsOf(body: Body): { id: string; parts: Body } {
  const response = requiredObject(body, 'response');
  if (response.type !== undefined && response.type !== 'public-key') throw invalid('response.type');
  return { id: bytes(response, 'id', 'response'), parts: requiredObject(response, 'response') };
}

/** Returns the fields that all passkey responses have. `rawId` has the same value as `id`. */
const shell = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const;

/** Parses the registration of a new passkey. */
export function readRegistration(body: Body): RegistrationResponseJSON {
  const { id, parts } = partsOf(body);
  const { transports } = parts;
  return {
    ...shell(id),
    response: {
      clientDataJSON: bytes(parts, 'clientDataJSON', 'response.response'),
      attestationObject: bytes(parts, 'attestationObject', 'response.response'),
      // Transports are only hints for browsers, so unknown transports are dropped.
      transports: knownTransports.filter(
        (knownTransports) => Array.isArray(transports) && transports.includes(knownTransports),
      ),
    },
  };
}

/** Parses the signed response of an existing passkey. */
export function readAssertion(body: Body): AuthenticationResponseJSON {
  const { id, parts } = partsOf(body);
  const handle = optionalText(parts, 'userHandle');
  return {
    ...shell(id),
    response: {
      clientDataJSON: bytes(parts, 'clientDataJSON', 'response.response'),
      authenticatorData: bytes(parts, 'authenticatorData', 'response.response'),
      signature: bytes(parts, 'signature', 'response.response'),
      ...(handle !== undefined && { userHandle: checkedBytes('response.response.userHandle', handle, longestHandle) }),
    },
  };
}

/** Returns the challenge that the response contains. */
export function readChallenge({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): string {
  let clientData: unknown;
  try {
    clientData = (
      JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown } | null
    )?.challenge;
  } catch {
    throw invalid('response.response.clientDataJSON');
  }
  if (typeof clientData !== 'string' || !isSessionForm(clientData)) throw new AppError('auth_challenge_invalid');
  return clientData;
}
