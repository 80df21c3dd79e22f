// Sends one message to the receiver of a webhook. Of the response, only the status and the first 200 bytes of the body
// are stored.
import { OutboundFailure, type Outbound } from '../../../platform/http/outbound';
import { isWithinService, webhookUserAgent } from '../../../platform/http/own-address';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import type { WebhookFormat } from '../../../generated/prisma/enums';
import { composeContent, targetUrl } from '../messages/formats';
import type { Message } from '../messages/message';
import { askedPause } from '../messages/retry-schedule';
import { signedHeaders } from '../messages/signatures';
import type { Answer } from './outcomes.sql';

/** Number of bytes of a response body that are stored. */
export const keptBytes = 200;

/**
 * The decrypted secrets of a webhook: the current and the former secret that sign messages, and the values of the
 * webhook's own HTTP headers by name.
 */
export interface WebhookSecrets {
  readonly secret: string;
  readonly former?: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Receiver {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly secrets: Uint8Array;
  readonly formerSecretUntil: Date | null;
}

export interface Sending {
  readonly outbound: Outbound;
  readonly secretBox: SecretBox;
  /** URLs of the service itself. Messages to these URLs are refused. */
  readonly ownUrls: readonly string[];
}

/** Decrypts the secrets of a webhook; undefined if no key in SECRETS_KEY decrypts them. */
export const openWebhookSecrets = (box: SecretBox, id: string, sealed: Uint8Array): WebhookSecrets | undefined =>
  box.open(id, sealed) as WebhookSecrets | undefined;

/**
 * Whether messages may be sent to the URL. Plain HTTP is allowed only if the service may connect to private addresses.
 */
export const isAllowedUrl = ({ outbound, ownUrls }: Omit<Sending, 'secretBox'>, url: string): boolean =>
  (outbound.allowsPrivate || new URL(url).protocol === 'https:') && !isWithinService(url, ownUrls);

/**
 * Sends a message. Resolves with the response; undefined if the message could not be sent or the response is not
 * usable.
 */
export async function sendMessage(
  sending: Sending,
  receiver: Receiver,
  message: Message,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const { id, url, format, formerSecretUntil } = receiver;
  const secrets = openWebhookSecrets(sending.secretBox, id, receiver.secrets);
  if (!secrets || !isAllowedUrl(sending, url)) return undefined;
  const now = new Date();
  const formerSecret = formerSecretUntil && formerSecretUntil > now ? secrets.former : undefined;
  const { body, contentType } = composeContent(format, message, url);
  const signing = [secrets.secret, ...(formerSecret === undefined ? [] : [formerSecret])];
  try {
    const {
      status,
      retryAfter,
      body: answer,
    } = await sending.outbound.request({
      ...{ method: 'POST', url: targetUrl(format, url), body, contentType, maximumBytes: keptBytes, cutsBody: true },
      headers: { ...secrets.headers, 'User-Agent': webhookUserAgent, ...signedHeaders(signing, message.id, now, body) },
      ...(signal && { signal }),
    });
    return { status, text: shownText(answer), askedPauseMs: askedPause(status, retryAfter, now) };
  } catch (error) {
    if (error instanceof OutboundFailure) return undefined;
    throw error;
  }
}

/** Decodes bytes as UTF-8. Removes NUL, which PostgreSQL cannot store, and an incomplete character at the end. */
const shownText = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD$/, '');

/** Whether the receiver accepted the message. */
export const isAccepted = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.status >= 200 && answer.status <= 299;
