// The result of authenticating a request: a viewer, or the reason why there is none.
import type { Request } from 'express';
import type { Viewer } from '../data/tenancy/viewer';
import type { CredentialWrites } from '../data/replicas/write-positions.sql';
import { AppError, movedError } from '../errors';

export type Authentication =
  | {
      readonly viewer: Viewer;
      readonly anonymous?: undefined;
      readonly isRenewed?: boolean;
      /**
       * Position of the last write with this credential in PostgreSQL's write-ahead log. Only replicas that have
       * replayed this position may answer the request. Undefined for daemons, because the primary database server
       * answers all their requests.
       */
      readonly writes?: CredentialWrites;
    }
  | {
      readonly viewer?: undefined;
      readonly anonymous: true;
      readonly error?: AppError;
      /**
       * Set if the organization requires a second factor that the session's user has not set up. With such a session,
       * the user can only set up the second factor.
       */
      readonly enrolling?: { readonly userId: string; readonly credentialId: string };
    };

/** The parts of a request that authentication reads: its credential and its IP address. */
export type Caller = Pick<Request, 'headers' | 'ip'> & Partial<Pick<Request, 'socket'>>;

/**
 * Checks the credential with this hash. `isUsed` is false when an open stream is checked again, which does not count as
 * a use of the credential.
 */
export type CredentialCheck = (hash: string, req: Caller, isUsed: boolean) => Promise<Authentication>;

export const notAuthenticated = (): Authentication => ({
  anonymous: true,
  error: new AppError('auth_not_authenticated'),
});

export const rejection = (...error: ConstructorParameters<typeof AppError>) => ({
  anonymous: true as const,
  error: new AppError(...error),
});

/** The result for a credential of an organization that `npm run move` has moved to another database. */
export const hasMoved = (): Authentication => ({ anonymous: true, error: movedError() });

/** SQL condition: the organization with this id has been moved to another database. */
export const movedSql = (organizationId: string): string =>
  `EXISTS (SELECT FROM moved_organizations moved WHERE moved.organization_id = ${organizationId})`;
