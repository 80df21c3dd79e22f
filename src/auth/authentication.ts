// What authenticating a request results in: a viewer, or the reason why there is none.
import type { Request } from 'express';
import type { Viewer } from '../data/tenancy/viewer';
import { AppError } from '../errors';

export type Authentication =
  | { readonly viewer: Viewer; readonly anonymous?: undefined; readonly isRenewed?: boolean }
  | {
      readonly viewer?: undefined;
      readonly anonymous: true;
      readonly error?: AppError;
      /** Whose session it is that is good for nothing but setting up the second factor that the organization asks for. */
      readonly enrolling?: { readonly userId: string; readonly credentialId: string };
    };

/** What is judged of a request: its credential, and where it comes from. */
export type Caller = Pick<Request, 'headers' | 'ip'> & Partial<Pick<Request, 'socket'>>;

/** `isUsed`: the request uses the key. An open stream that is judged again does not, and shares a statement with others. */
export type CredentialJudge = (hash: string, req: Caller, isUsed: boolean) => Promise<Authentication>;

export const notAuthenticated = (): Authentication => ({
  anonymous: true,
  error: new AppError('auth_not_authenticated'),
});

export const refused = (...error: ConstructorParameters<typeof AppError>) => ({
  anonymous: true as const,
  error: new AppError(...error),
});
