// The endpoints of accounts below /api/auth: registration, sign-in and the links in mails.
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import {
  bodyObject,
  optionalText,
  requiredBoolean,
  requiredEmail,
  requiredName,
  requiredObject,
  requiredText,
} from '../../../auth/body-fields';
import { runSignIn } from '../../../auth/passwords';
import { clearSessionCookie, storePendingRegistration, setSessionCookie } from '../../../auth/sessions';
import { sessionOfAnyKind, sessionViewer, type Answer } from '../endpoints.routes';
import { readToken, type SignInDoor } from './sign-in-door';
import { requestOrigin } from '../../../platform/http/request-origin';

type SignInEndpoint = (door: SignInDoor) => Answer;

export const setup: SignInEndpoint =
  ({ prisma, publicUrl }) =>
  async (req, res) => {
    const body = bodyObject(req.body);
    const organizationName = requiredName(body, 'organization_name');
    const network = { id: randomUUID(), name: requiredName(requiredObject(body, 'network'), 'name', 'network.name') };
    const token = await storePendingRegistration(prisma, { organizationName, network }, readToken(req));
    setSessionCookie(req, res, token, publicUrl);
    return { network_id: network.id };
  };

export const register: SignInEndpoint =
  ({ accounts, links, publicUrl, sendsMail, signedIn }) =>
  async (req, res) => {
    const token = readToken(req);
    const body = bodyObject(req.body);
    const account = {
      email: requiredEmail(body, 'email'),
      password: requiredText(body, 'password'),
      termsAccepted: requiredBoolean(body, 'terms_accepted'),
    };
    if (!sendsMail) return signedIn(req, res, await accounts.register(account, token, requestOrigin(req)));
    await payForMail(req);
    setSessionCookie(req, res, await links.register(account, token), publicUrl);
    res.status(202);
    return { email: account.email, email_verified: false };
  };

export const login: SignInEndpoint =
  ({ accounts, signedIn }) =>
  async (req, res) => {
    const body = bodyObject(req.body);
    const email = requiredEmail(body, 'email');
    const password = requiredText(body, 'password');
    return runSignIn(async () =>
      signedIn(req, res, await accounts.signIn(email, password, readToken(req), requestOrigin(req))),
    );
  };

export const logout: SignInEndpoint =
  ({ accounts, publicUrl }) =>
  async (req, res) => {
    await accounts.signOut(sessionOfAnyKind(req).userId, readToken(req) ?? '', requestOrigin(req));
    clearSessionCookie(req, res, publicUrl);
    return null;
  };

export const update: SignInEndpoint =
  ({ accounts, signedIn }) =>
  async (req, res) => {
    const viewer = sessionViewer(req);
    const body = bodyObject(req.body);
    const passwords = {
      current: optionalText(body, 'current_password'),
      next: requiredText(body, 'new_password'),
    };
    const token = await accounts.changePassword(viewer, passwords, readToken(req) ?? '', requestOrigin(req));
    return signedIn(req, res, token);
  };

/**
 * Answers whether an address can be registered. The answer and its time are the same for all addresses, because they
 * must not reveal who has an account. Registration itself refuses an address that is taken.
 */
export const checkEmail: Answer = async (req) => {
  requiredEmail(bodyObject(req.body), 'email');
  return { available: true };
};

export const forgotPassword: SignInEndpoint =
  ({ links }) =>
  async (req) => {
    const email = requiredEmail(bodyObject(req.body), 'email');
    await payForMail(req);
    await links.forgotPassword(email);
    return null;
  };

export const resendVerification: SignInEndpoint =
  ({ links }) =>
  async (req) => {
    const email = requiredEmail(bodyObject(req.body), 'email');
    await payForMail(req);
    await links.resendVerification(email, readToken(req));
    return null;
  };

export const resetPassword: SignInEndpoint =
  ({ links, signedIn }) =>
  async (req, res) => {
    const body = bodyObject(req.body);
    const link = requiredText(body, 'token');
    const newPassword = requiredText(body, 'new_password');
    return signedIn(req, res, await links.resetPassword(link, newPassword, readToken(req), requestOrigin(req)));
  };

export const verifyEmail: SignInEndpoint =
  ({ links, signedIn }) =>
  async (req, res) => {
    const body = bodyObject(req.body);
    const link = requiredText(body, 'token');
    const password = optionalText(body, 'password');
    const viewer = req.authentication?.viewer;
    const by = { token: readToken(req), viewer, password, origin: requestOrigin(req) };
    return signedIn(req, res, await links.verifyEmail(link, by));
  };

export const requestEmailChange: SignInEndpoint =
  ({ links }) =>
  async (req) => {
    const viewer = sessionViewer(req);
    const body = bodyObject(req.body);
    const change = { email: requiredEmail(body, 'new_email'), password: optionalText(body, 'current_password') };
    await payForMail(req);
    await links.requestEmailChange(viewer, change, requestOrigin(req));
    return null;
  };

/** Number of rate limit tokens that a request costs if the request causes a mail. */
const tokensOfMail = 5;
const payForMail = async (req: Request): Promise<void> => req.rateLimit?.raiseTo(tokensOfMail);
