// Endpoints below /api/auth/passkeys: managing the user's passkeys, creating challenges, and signing in.
import type { Request, Response } from 'express';
import { bodyObject, optionalText, requiredName } from '../../../auth/body-fields';
import { readSessionToken } from '../../../auth/sessions';
import type { Passkey } from '../../../generated/prisma/client';
import { sessionOfAnyKind, sessionViewer, type Answer, type Endpoints } from '../endpoints.routes';
import { requestOrigin } from '../../../platform/http/request-origin';
import { readAssertion, readRegistration } from './passkey-responses';
import type { Passkeys } from './passkeys';
import type { Proof, Reason } from './proofs';
import { toRelyingParty } from './relying-party';
import type { SecondFactors } from './second-factors';

export interface PasskeyDoor {
  readonly passkeys: Passkeys;
  readonly factors: SecondFactors;
  readonly publicUrl: string | undefined;
  /** Sets the cookie of a new session, and resolves with the session's user. */
  readonly signedIn: (req: Request, res: Response, token: string) => Promise<unknown>;
  readonly handOut: (req: Request, res: Response, token: string) => void;
  readonly proofIn: (req: Request) => Proof;
  readonly reasonIn: (req: Request) => Reason;
}

const asWire = ({ id, name, createdAt, lastUsedAt, synced }: Passkey) => ({
  ...{ id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null, synced },
});

export function passkeyEndpoints(door: PasskeyDoor): Endpoints {
  const { passkeys, factors, publicUrl, signedIn, handOut, proofIn, reasonIn } = door;
  const tokenOf = (req: Request) => readSessionToken(req) || undefined;
  const idOf = ({ params }: Request) => String(params.id);

  const list: Answer = async (req) => (await passkeys.list(sessionViewer(req).userId)).map(asWire);

  const options: Answer = (req) =>
    passkeys.creationOptions(sessionOfAnyKind(req), reasonIn(req), toRelyingParty(req, publicUrl), requestOrigin(req));

  const add: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const registration = { name: requiredName(body, 'name'), response: readRegistration(body) };
    const party = toRelyingParty(req, publicUrl);
    const { passkey, first } = await passkeys.add(sessionOfAnyKind(req), registration, party, tokenOf(req) ?? '');
    if (first) handOut(req, res, first.token);
    return { ...asWire(passkey), recovery_codes: first?.recoveryCodes ?? null };
  };

  const rename: Answer = async (req) =>
    asWire(await passkeys.rename(sessionViewer(req).userId, idOf(req), requiredName(bodyObject(req.body), 'name')));

  const remove: Answer = async (req) => {
    await passkeys.remove(sessionViewer(req), idOf(req), proofIn(req), requestOrigin(req));
    return null;
  };

  const ask: Answer = (req) => {
    const viewer = req.authentication?.viewer;
    const challenge = optionalText(bodyObject(req.body), 'challenge');
    const userId = viewer?.via === 'session' ? viewer.userId : undefined;
    return passkeys.requestOptions({ challenge, userId }, toRelyingParty(req, publicUrl));
  };

  const signIn: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const challenge = optionalText(body, 'challenge');
    const answer = { response: readAssertion(body), party: toRelyingParty(req, publicUrl) };
    const token =
      challenge === undefined
        ? await passkeys.signIn(answer, tokenOf(req), requestOrigin(req))
        : await factors.finishSignIn(challenge, answer, tokenOf(req), requestOrigin(req));
    return signedIn(req, res, token);
  };

  return {
    '/passkeys': [
      { methods: ['get'], operation: 'list_passkeys', admit: sessionViewer, answer: list },
      { methods: ['post'], operation: 'add_passkey', admit: sessionOfAnyKind, answer: add },
    ],
    '/passkeys/options': [{ methods: ['post'], admit: sessionOfAnyKind, answer: options }],
    '/passkeys/challenge': [{ methods: ['post'], answer: ask }],
    '/passkeys/sign-in': [{ methods: ['post'], answer: signIn }],
    '/passkeys/:id': [
      { methods: ['put'], operation: 'rename_passkey', admit: sessionViewer, answer: rename },
      { methods: ['delete'], operation: 'remove_passkey', admit: sessionViewer, answer: remove },
    ],
  };
}
