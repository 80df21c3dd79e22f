// The endpoints below /api/auth/second-factor: giving it at a sign-in, setting it up, taking it away.
import type { Request, Response } from 'express';
import { bodyObject, optionalText, requiredText } from '../../../auth/body-fields';
import { sessionTokenOf } from '../../../auth/sessions';
import { sessionOfAnyKind, sessionViewer, type Answer, type Endpoints } from '../sign-in/endpoints.routes';
import { originOf } from '../sign-in/sign-in-events';
import type { SecondFactors } from './second-factors';

/** `signedIn` hands a new session out, and answers with its user. */
export function secondFactorEndpoints(
  factors: SecondFactors,
  signedIn: (req: Request, res: Response, token: string) => Promise<unknown>,
  handOut: (req: Request, res: Response, token: string) => void,
): Endpoints {
  const tokenOf = (req: Request) => sessionTokenOf(req) || undefined;
  const codeIn = (req: Request) => requiredText(bodyObject(req.body), 'code');

  const finish: Answer = async (req, res) => {
    const challenge = requiredText(bodyObject(req.body), 'challenge');
    return signedIn(req, res, await factors.finishSignIn(challenge, codeIn(req), tokenOf(req), originOf(req)));
  };

  const begin: Answer = async (req) => {
    const password = optionalText(bodyObject(req.body), 'current_password');
    const { secret, uri } = await factors.begin(sessionOfAnyKind(req), password, originOf(req));
    return { secret, otpauth_uri: uri };
  };

  const confirm: Answer = async (req, res) => {
    const session = sessionOfAnyKind(req);
    const { token, recoveryCodes } = await factors.confirm(session, codeIn(req), tokenOf(req) ?? '', originOf(req));
    handOut(req, res, token);
    return { recovery_codes: recoveryCodes };
  };

  const replaceRecoveryCodes: Answer = async (req) => ({
    recovery_codes: await factors.replaceRecoveryCodes(sessionViewer(req), codeIn(req), originOf(req)),
  });

  const remove: Answer = async (req) => {
    await factors.remove(sessionViewer(req), codeIn(req), originOf(req));
    return null;
  };

  return {
    '/second-factor': { methods: ['post'], answer: finish },
    '/second-factor/enrol': { methods: ['post'], admit: sessionOfAnyKind, answer: begin },
    '/second-factor/confirm': { methods: ['post'], admit: sessionOfAnyKind, answer: confirm },
    '/second-factor/recovery-codes': { methods: ['post'], admit: sessionViewer, answer: replaceRecoveryCodes },
    '/second-factor/remove': { methods: ['post'], admit: sessionViewer, answer: remove },
  };
}
