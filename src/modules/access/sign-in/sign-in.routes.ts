// Routes of accounts below /api/auth, with the checks before a request is handled. The routes have no GraphQL
// operations, because they set cookies.
import { Router, type Request } from 'express';
import { hasPendingInvite } from '../../../auth/sessions';
import { AppError } from '../../../errors';
import { secondFactorEndpoints } from '../second-factor/second-factor.routes';
import { mountEndpoints, sessionOfAnyKind, sessionViewer, type Endpoints } from '../endpoints.routes';
import { sessionEndpoints } from './own-sessions.routes';
import { signInDoor, readToken, type SignInDoor, type SignInOptions } from './sign-in-door';
import {
  checkEmail,
  forgotPassword,
  login,
  logout,
  register,
  requestEmailChange,
  resendVerification,
  resetPassword,
  setup,
  update,
  verifyEmail,
} from './sign-in-endpoints.routes';

/**
 * Returns the router of accounts. Mount it at /api/auth, after authentication, the check against request forgery and
 * the rate limit.
 */
export function signInRoutes(options: SignInOptions): Router {
  const router = Router();
  const door = signInDoor(options);
  const { assertRegistrationOpen, assertMayRegister, assertSendsMail, admitForMail } = admissionsOf(door);
  const endpoints: Endpoints = {
    '/setup': [{ methods: ['post'], admit: assertRegistrationOpen, answer: setup(door) }],
    '/register': [{ methods: ['post'], admit: assertMayRegister, answer: register(door) }],
    '/check-email': [{ methods: ['post'], admit: assertMayRegister, answer: checkEmail }],
    '/login': [{ methods: ['post'], answer: login(door) }],
    '/logout': [{ methods: ['post'], admit: sessionOfAnyKind, answer: logout(door) }],
    '/me': [
      { methods: ['get', 'post'], admit: sessionViewer, answer: (req) => door.userAsWire(sessionViewer(req), req) },
    ],
    '/update': [{ methods: ['post'], admit: sessionViewer, answer: update(door) }],
    ...sessionEndpoints(door.prisma),
    '/forgot-password': [{ methods: ['post'], admit: assertSendsMail, answer: forgotPassword(door) }],
    '/reset-password': [{ methods: ['post'], answer: resetPassword(door) }],
    '/verify-email': [{ methods: ['post'], answer: verifyEmail(door) }],
    '/resend-verification': [{ methods: ['post'], admit: assertSendsMail, answer: resendVerification(door) }],
    '/request-email-change': [{ methods: ['post'], admit: admitForMail, answer: requestEmailChange(door) }],
  };
  mountEndpoints(router, { ...endpoints, ...secondFactorEndpoints(door) }, options.bodyLimitBytes);
  return router;
}

function admissionsOf({ prisma, registration, sendsMail }: SignInDoor) {
  const assertRegistrationOpen = async () => {
    if (!(await registration.isOpen())) throw new AppError('auth_registration_disabled');
  };
  /** Throws unless registration is open or the session has an invite. */
  const assertMayRegister = async (req: Request) => {
    const token = readToken(req);
    if (token === undefined || !(await hasPendingInvite(prisma, token))) await assertRegistrationOpen();
  };
  const assertSendsMail = () => {
    if (!sendsMail) throw new AppError('mail_disabled');
  };
  const admitForMail = (req: Request) => {
    sessionViewer(req);
    assertSendsMail();
  };
  return { assertRegistrationOpen, assertMayRegister, assertSendsMail, admitForMail };
}
