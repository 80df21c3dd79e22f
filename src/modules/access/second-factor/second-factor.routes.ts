// Endpoints below /api/auth/second-factor: listing factors, completing a sign-in, setting up and removing the
// authenticator app.
import type { Request, Response } from 'express';
import { bodyObject, optionalText, requiredText } from '../../../auth/body-fields';
import { readSessionToken } from '../../../auth/sessions';
import { sessionOfAnyKind, sessionViewer, type Answer, type Endpoints } from '../endpoints.routes';
import { requestOrigin } from '../../../platform/http/request-origin';
import { passkeyEndpoints } from './passkeys.routes';
import { readAssertion } from './passkey-responses';
import type { Passkeys } from './passkeys';
import type { Proof, Reason } from './proofs';
import { toRelyingParty } from './relying-party';
import type { SecondFactors } from './second-factors';

export interface SecondFactorDoor {
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly publicUrl: string | undefined;
  /** Sets the cookie of a new session, and resolves with the session's user. */
  readonly signedIn: (req: Request, res: Response, token: string) => Promise<unknown>;
  readonly handOut: (req: Request, res: Response, token: string) => void;
}

export function secondFactorEndpoints(door: SecondFactorDoor): Endpoints {
  const { factors, publicUrl, signedIn, handOut } = door;
  const tokenOf = (req: Request) => readSessionToken(req) || undefined;
  const codeIn = (req: Request) => requiredText(bodyObject(req.body), 'code');

  const isGiven = (body: ReturnType<typeof bodyObject>, name: string) =>
    Object.hasOwn(body, name) && body[name] !== null;

  /** Parses the proof in a request's body: a passkey response, or a code. */
  const proofIn = (req: Request): Proof => {
    const body = bodyObject(req.body);
    return isGiven(body, 'response')
      ? { response: readAssertion(body), party: toRelyingParty(req, publicUrl) }
      : { code: codeIn(req) };
  };

  const reasonIn = (req: Request): Reason => {
    const body = bodyObject(req.body);
    const hasProof = isGiven(body, 'response') || isGiven(body, 'code');
    return { password: optionalText(body, 'current_password'), proof: hasProof ? proofIn(req) : undefined };
  };

  const show: Answer = async (req) => {
    const { app, passkeys, recoveryCodes } = await factors.factors(sessionViewer(req).userId);
    return { app, passkeys, recovery_codes: recoveryCodes };
  };

  const finish: Answer = async (req, res) => {
    const challenge = requiredText(bodyObject(req.body), 'challenge');
    const proof = { code: codeIn(req) };
    return signedIn(req, res, await factors.finishSignIn(challenge, proof, tokenOf(req), requestOrigin(req)));
  };

  const begin: Answer = async (req) => {
    const { secret, uri } = await factors.begin(sessionOfAnyKind(req), reasonIn(req), requestOrigin(req));
    return { secret, otpauth_uri: uri };
  };

  const confirm: Answer = async (req, res) => {
    const session = sessionOfAnyKind(req);
    const { token, recoveryCodes } = await factors.confirm(
      session,
      codeIn(req),
      tokenOf(req) ?? '',
      requestOrigin(req),
    );
    handOut(req, res, token);
    return { recovery_codes: recoveryCodes };
  };

  const replaceRecoveryCodes: Answer = async (req) => ({
    recovery_codes: await factors.replaceRecoveryCodes(sessionViewer(req), proofIn(req), requestOrigin(req)),
  });

  const remove: Answer = async (req) => {
    await factors.remove(sessionViewer(req), proofIn(req), requestOrigin(req));
    return null;
  };

  return {
    '/second-factor': [
      { methods: ['get'], operation: 'get_second_factor', admit: sessionViewer, answer: show },
      { methods: ['post'], answer: finish },
    ],
    '/second-factor/enrol': [{ methods: ['post'], admit: sessionOfAnyKind, answer: begin }],
    '/second-factor/confirm': [{ methods: ['post'], admit: sessionOfAnyKind, answer: confirm }],
    '/second-factor/recovery-codes': [{ methods: ['post'], admit: sessionViewer, answer: replaceRecoveryCodes }],
    '/second-factor/remove': [{ methods: ['post'], admit: sessionViewer, answer: remove }],
    ...passkeyEndpoints({ ...door, proofIn, reasonIn }),
  };
}
