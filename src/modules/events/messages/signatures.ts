// Secrets and signatures of messages, as Standard Webhooks specifies them (https://www.standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** Hours after the rotation of a secret during which messages are signed with both the former and the new secret. */
export const formerSecretHours = 24;

export const generateSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

const signatureOf = (secret: string, content: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
};

/** Returns the headers that identify and sign a message: one signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  now: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, content)).join(' '),
  };
}
