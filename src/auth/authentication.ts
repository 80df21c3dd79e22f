// The result of authenticating a request: a viewer, or the reason why there is none.
import type { Request } from 'express';
import type { Viewer } from '../data/tenancy/viewer';
import { AppError } from '../errors';

export type Authentication =
  | { readonly viewer: Viewer; readonly anonymous?: undefined; readonly isRenewed?: boolean }
  | {
      readonly viewer?: undefined;
      readonly anonymous: true;
      readonly error?: AppError;
      /**
       * The session's user must set up the second factor that the organization requires; the session allows nothing
       * else.
       */
      readonly enrolling?: { readonly userId: string; readonly credentialId: string };
    };

/** The parts of a request that authentication reads: its credential and its address. */
export type Caller = Pick<Request, 'headers' | 'ip'> & Partial<Pick<Request, 'socket'>>;

/**
 * Checks the credential with this hash. `isUsed` is false when an open stream is checked again: that records no use,
 * and lookups are batched.
 */
export type CredentialCheck = (hash: string, req: Caller, isUsed: boolean) => Promise<Authentication>;

export const notAuthenticated = (): Authentication => ({
  anonymous: true,
  error: new AppError('auth_not_authenticated'),
});

export const rejectedWith = (...error: ConstructorParameters<typeof AppError>) => ({
  anonymous: true as const,
  error: new AppError(...error),
});
