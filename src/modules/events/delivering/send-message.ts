// Sends one message to the receiver of a webhook. Of its answer only the status and the first bytes are kept.
import { OutboundFailure, type Outbound } from '../../../platform/http/outbound';
import { isWithinService, webhookUserAgent } from '../../../platform/http/own-address';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import type { WebhookFormat } from '../../../generated/prisma/enums';
import { composeContent, targetUrl } from '../messages/formats';
import type { Message } from '../messages/message';
import { askedPause } from '../messages/retry-schedule';
import { signedHeaders } from '../messages/signatures';
import type { Answer } from './outcomes.sql';

/** Bytes of an answer that are kept. */
export const keptBytes = 200;

/** The secrets of a webhook as they are sealed: those that sign, and the values of its own headers by name. */
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
  /** Addresses of the service itself, to which nothing is sent. */
  readonly ownUrls: readonly string[];
}

/** The secrets of a webhook; undefined if no key in SECRETS_KEY opens them. */
export const openWebhookSecrets = (box: SecretBox, id: string, sealed: Uint8Array): WebhookSecrets | undefined =>
  box.open(id, sealed) as WebhookSecrets | undefined;

/** Whether messages may be sent to the URL now. Plain HTTP is for receivers in the network of the service. */
export const isAllowedUrl = ({ outbound, ownUrls }: Omit<Sending, 'secretBox'>, url: string): boolean =>
  (outbound.allowsPrivate || new URL(url).protocol === 'https:') && !isWithinService(url, ownUrls);

/** Sends a message. Resolves with the answer; undefined if there was no usable one. */
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
  const former = formerSecretUntil && formerSecretUntil > now ? secrets.former : undefined;
  const { body, contentType } = composeContent(format, message, url);
  const signing = [secrets.secret, ...(former === undefined ? [] : [former])];
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

/** PostgreSQL cannot store NUL, and a cut character is left out. */
const shownText = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD$/, '');

/** Whether the receiver accepted the message. */
export const isAccepted = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.status >= 200 && answer.status <= 299;
