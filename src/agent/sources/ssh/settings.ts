// The settings of the source SSH: how to sign in, and the jump host. Credentials of the server have the same settings.
import { z } from 'zod';
import { fieldsOf, type Fields } from '../../evidence/json';
import { sentSecret } from '../api-source';

const login = {
  username: z.string().regex(/^\P{Cc}{1,255}$/u),
  password: z
    .string()
    .regex(/^\P{Cc}{1,1000}$/u)
    .optional(),
  /** The private key in the format of OpenSSH or PEM. */
  private_key: z.string().min(1).max(16_384).optional(),
  passphrase: z
    .string()
    .regex(/^\P{Cc}{1,1000}$/u)
    .optional(),
};
const hasSecret = (of: { readonly password?: unknown; readonly private_key?: unknown }): boolean =>
  of.password !== undefined || of.private_key !== undefined;

/** A server through which the connection to the device is forwarded. */
const jump = z
  .object({
    ...login,
    address: z.string().regex(/^[\w.:-]{1,253}$/),
    port: z.number().int().min(1).max(65_535).optional(),
    fingerprint: z.string().min(1).optional(),
  })
  .refine(hasSecret);

export const sshSettings = z.object({ ...login, jump: jump.optional() }).refine(hasSecret);

export type SshLogin = Pick<z.output<typeof sshSettings>, 'username' | 'password' | 'private_key' | 'passphrase'>;
export type SshSettings = z.output<typeof sshSettings>;

/**
 * The settings in a credential of the server. Its script is not used, and it has no jump host: the server's credentials
 * are only sent to the hosts to which they are assigned.
 */
export function sentSshSettings({ username, auth }: Fields): unknown {
  const { mode, password, private_key, passphrase } = fieldsOf(auth);
  if (mode === 'Password') return { username, password: sentSecret(password) };
  return {
    ...{ username, private_key: sentSecret(private_key) },
    ...(passphrase != null && { passphrase: sentSecret(passphrase) }),
  };
}
