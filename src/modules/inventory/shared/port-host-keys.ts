// The SSH host keys of a port: their GraphQL types, and the column that stores them. Only discovery writes them.
import { builder } from '../../../graphql/builder';
import { text, withForm } from '../../../graphql/plugin/bounds';
import { AppError } from '../../../errors';

/** Maximum number of host keys of a port. */
export const mostSshHostKeys = 10;

interface HostKey {
  readonly type: string;
  readonly fingerprint: string;
}

const texts = {
  type: 'Type of the key, such as `ssh-ed25519` (RFC 4253, section 6.6).',
  fingerprint:
    'SHA-256 fingerprint of the public key as `ssh-keygen -l` prints it: `SHA256:` and 43 characters of Base64.',
} as const;

function assertFingerprint(field: string, value: unknown): void {
  if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(value as string)) throw new AppError('validation_invalid_format', { field });
}

export const sshHostKeyInput = builder.inputType('SshHostKeyInput', {
  description: 'A public host key of an SSH server that discovery read at a port.',
  fields: (t) => ({
    // Names of algorithms have at most 64 characters (RFC 4251, section 6).
    type: t.string({ required: true, ...text(1, 64), description: texts.type }),
    fingerprint: t.string({ required: true, ...withForm(assertFingerprint), description: texts.fingerprint }),
  }),
});

/**
 * Returns the column for reported host keys, without duplicates. Undefined or null means that no keys were read, so
 * that the stored column does not change.
 */
export const hostKeysToColumn = (keys: readonly HostKey[] | null | undefined): { sshHostKeys?: string[] } =>
  keys ? { sshHostKeys: [...new Set(keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`))] } : {};

export const hostKeysOfColumn = (column: readonly string[]): HostKey[] =>
  column.map((key) => {
    // Splits at the last space, because a fingerprint contains no space.
    const at = key.lastIndexOf(' ');
    return { type: key.slice(0, at), fingerprint: key.slice(at + 1) };
  });

export const sshHostKey = builder.objectRef<HostKey>('SshHostKey').implement({
  description:
    'A public host key that discovery read last at a port. Machines with the same image may share their keys.',
  fields: (t) => ({
    type: t.exposeString('type', { description: texts.type }),
    fingerprint: t.exposeString('fingerprint', { description: texts.fingerprint }),
  }),
});
