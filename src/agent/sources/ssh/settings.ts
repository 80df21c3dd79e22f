// Settings of the data source SSH: how to sign in, and the jump host. A stored credential of the server is converted to
// the same settings.
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

/** The jump host, through which the connection to the device is forwarded. */
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
 * Converts a stored credential of the server to settings. There is no jump host, because the server's credentials are
 * only sent to the hosts to which they are assigned. Scripts in the credential are ignored.
 */
export function sentSshSettings({ username, auth }: Fields): unknown {
  const { mode, password, private_key, passphrase } = fieldsOf(auth);
  if (mode === 'Password') return { username, password: sentSecret(password) };
  return {
    ...{ username, private_key: sentSecret(private_key) },
    ...(passphrase != null && { passphrase: sentSecret(passphrase) }),
  };
}
