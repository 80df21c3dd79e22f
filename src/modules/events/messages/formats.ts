// The formats of webhooks: which body is sent, and to which URL.
import type { WebhookFormat } from '../../../generated/prisma/enums';
import { discordContent, ntfyContent, slackContent, teamsContent } from './chat-messages';
import { cloudEventsContent, netloomContent, type Content, type Message } from './message';

/** Matches a topic name that ntfy servers accept. */
const topicForm = /^[-_A-Za-z0-9]{1,64}$/;

/** Splits the URL of an ntfy topic into the URL of the server and the topic; undefined if the URL contains no topic. */
function ntfyTopic(url: string): { readonly server: string; readonly topic: string } | undefined {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split('/');
  const topic = parts.pop()!;
  return topicForm.test(topic) ? { server: `${origin}${parts.join('/')}/`, topic } : undefined;
}

/** Whether messages in the format can be sent to the URL. For ntfy, the URL must contain a topic. */
export const fitsFormat = (format: WebhookFormat, url: string): boolean =>
  format !== 'Ntfy' || ntfyTopic(url) !== undefined;

const contents: Readonly<Record<WebhookFormat, (message: Message, url: string) => Content>> = {
  Netloom: netloomContent,
  CloudEvents: cloudEventsContent,
  Slack: slackContent,
  Teams: teamsContent,
  Discord: discordContent,
  Ntfy: (message, url) => ntfyContent(message, ntfyTopic(url)?.topic ?? ''),
};

/** Returns the content of a message in the format of a webhook with this URL. */
export const composeContent = (format: WebhookFormat, message: Message, url: string): Content =>
  contents[format](message, url);

/** Returns the URL to which messages are sent. For ntfy this is the server, because the body names the topic. */
export const targetUrl = (format: WebhookFormat, url: string): string =>
  format === 'Ntfy' ? (ntfyTopic(url)?.server ?? url) : url;
