// Helpers for the suites about second factors: codes as an authenticator app generates them, and accounts with a second
// factor.
import { Secret, TOTP } from 'otpauth';
import { password, type AuthWorld, type Reply } from '../../../auth/auth-world';

/** The code that an authenticator app shows `seconds` from now. */
export const totpCode = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

/** A code that is not valid now, or at any time close to now. */
export function wrongTotpCode(secret: string): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => totpCode(secret, seconds));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!;
}

export const describeReply = ({ status, body }: Reply) => [status, body.code];

export interface Factor {
  readonly email: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

export function factorClient(world: AuthWorld) {
  const post = (path: string, body?: unknown, token?: string) =>
    world.send('POST', `/api/auth/${path}`, { body, token });
  const enrol = async (token: string): Promise<string> =>
    (await post('second-factor/enrol', { current_password: password }, token)).body.data.secret;
  /** Makes the service accept the code of the current time step again, even if it was used before. */
  const forgetCodes = (userId: string) =>
    world.prisma.secondFactor.updateMany({ where: { userId }, data: { lastStep: null } });
  return {
    post,
    enrol,
    forgetCodes,
    async withFactor(): Promise<Factor> {
      const account = await world.register();
      const secret = await enrol(account.token);
      const confirmedReply = await post('second-factor/confirm', { code: totpCode(secret) }, account.token);
      expect(confirmedReply.status).toBe(200);
      await forgetCodes(account.userId);
      return {
        ...account,
        token: confirmedReply.token!,
        secret,
        recoveryCodes: confirmedReply.body.data.recovery_codes,
      };
    },
    async challenge(email: string): Promise<string> {
      const refusedReply = await post('login', { email, password });
      expect([...describeReply(refusedReply), refusedReply.token]).toEqual([
        403,
        'auth_second_factor_required',
        undefined,
      ]);
      return refusedReply.body.params.challenge as string;
    },
    give: (challenge: string, code: string, token?: string) => post('second-factor', { challenge, code }, token),
    eventsOf: async (userId: string) =>
      (
        await world.prisma.auditEvent.findMany({
          where: { subjectId: userId },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        })
      ).map(({ eventType }) => eventType),
  };
}
