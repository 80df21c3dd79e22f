// Helpers for the suites about passkeys: a simulated authenticator for the service's public URL, and accounts with a
// passkey.
import { openAuthWorld, password, type AuthWorld } from '../../../auth/auth-world';
import { createAuthenticator, type Forgery, type SoftPasskey } from '../../../support/authenticator';
import { factorClient } from './factor-world';

export const publicUrl = 'https://netloom.example';
export const device = createAuthenticator(publicUrl);
export const wrong = [403, 'auth_passkey_invalid'];
export const challengeSpent = [403, 'auth_challenge_invalid'];

export interface Owner {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  readonly passkey: SoftPasskey;
  readonly passkeyId: string;
  readonly recoveryCodes: readonly string[];
}

export async function openPasskeyWorld() {
  const world = await openAuthWorld({ publicUrl });
  const client = factorClient(world);
  const post = (path: string, body: unknown, token?: string) => client.post(`passkeys${path}`, body, token);
  const send = (method: string, path: string, token: string, body?: unknown) =>
    world.send(method, `/api/auth/${path}`, { body, token });
  const optionsFor = async (token: string, reason: object = { current_password: password }) =>
    (await post('/options', reason, token)).body.data;
  const ask = async (body: object = {}, token?: string) => (await post('/challenge', body, token)).body.data;

  /** Adds a passkey as the first factor of an account, which is created unless an account is passed in. */
  async function withPasskey(account?: Awaited<ReturnType<AuthWorld['register']>>): Promise<Owner> {
    const { token, ...person } = account ?? (await world.register());
    const { passkey, response } = device.make(await optionsFor(token));
    const addedReply = await post('', { name: 'Laptop', response }, token);
    expect(addedReply.status).toBe(200);
    const { id: passkeyId, recovery_codes: recoveryCodes } = addedReply.body.data;
    return { ...person, token: addedReply.token!, passkey, passkeyId, recoveryCodes };
  }

  return {
    ...{ world, client, post, send, optionsFor, ask, withPasskey },
    signIn: async (passkey: SoftPasskey, forgery: Forgery = {}) =>
      post('/sign-in', { response: device.sign(passkey, await ask(), forgery) }),
    /** A passkey response that confirms the session's user. */
    proofOf: async ({ passkey, token }: Owner) => ({ response: device.sign(passkey, await ask({}, token)) }),
    async lastEvent(userId: string): Promise<unknown[]> {
      const { eventType, details } = await world.prisma.auditEvent.findFirstOrThrow({
        where: { subjectId: userId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      return [eventType, details];
    },
  };
}

export type PasskeyWorld = Awaited<ReturnType<typeof openPasskeyWorld>>;
