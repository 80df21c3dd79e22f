// Settings for mail, and the mail transport that they determine.
import { z } from 'zod';
import type { MailSettings } from '../platform/mail/transport';
import { accepts, checkedEmail } from '../platform/text/validation';
import { ConfigError, setting, urlSchema } from './setting';

export const mailSettings = {
  SMTP_URL: setting({
    description:
      'Mail server for links, invites, digests and alerts; needs PUBLIC_URL. Absent = no mail is sent, and registering asks for no verification.',
    defaultText: 'none',
    allowed:
      'an smtp:// or smtps:// address, such as smtp://user:password@mail.example.com:587 (special characters percent-encoded)',
    schema: urlSchema('smtp:', 'smtps:').refine((text) =>
      accepts(() => [new URL(text).username, new URL(text).password].map(decodeURIComponent)),
    ),
    secret: true,
  }),
  MAIL_FROM: setting({
    description: 'Sender of mail.',
    defaultText: 'netloom@ and the host of PUBLIC_URL',
    allowed: 'an e-mail address',
    schema: z.string().refine((text) => accepts(() => checkedEmail('', text))),
  }),
  MAIL_DIR: setting({
    description:
      'Instead of SMTP_URL, with the embedded database: folder in which mails are stored as files that only the account of the service can read.',
    defaultText: 'none',
    allowed: 'a path to a folder',
    schema: z.string().refine((text) => !text.includes('\0')),
  }),
};

/**
 * Combines the settings for mail; undefined if no mail is sent. Throws unless PUBLIC_URL is set. Without PUBLIC_URL,
 * links in mails would have to use the `Host` header of a request, which an attacker can set to their own server.
 */
export function buildMailSettings(
  url: string | undefined,
  folder: string | undefined,
  from: string | undefined,
  { publicUrl, embedded }: { readonly publicUrl: string | undefined; readonly embedded: boolean },
): MailSettings | undefined {
  if (url === undefined && folder === undefined) return undefined;
  if (url !== undefined && folder !== undefined) throw new ConfigError('MAIL_DIR cannot be set beside SMTP_URL.');
  if (folder !== undefined && !embedded)
    throw new ConfigError('MAIL_DIR is for the embedded database alone: with DATABASE_URL set SMTP_URL.');
  const name = url === undefined ? 'MAIL_DIR' : 'SMTP_URL';
  if (publicUrl === undefined) throw new ConfigError(`${name} needs PUBLIC_URL: the links in mails lead there.`);
  const sender = from ?? `netloom@${new URL(publicUrl).hostname}`;
  return url === undefined ? { kind: 'files', folder: folder!, from: sender } : { kind: 'smtp', url, from: sender };
}
