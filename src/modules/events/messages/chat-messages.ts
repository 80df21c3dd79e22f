// Composes messages of webhooks for chat services and phones. Names of devices are untrusted: no character of a name
// may become markup, a mention or a link.
import { onOneLine, withoutLinks } from '../../../platform/mail/letter';
import { eventSentence, eventSeverities, type EventSeverity } from '../deciding/kinds';
import type { Content, Message, MessageEvent } from './message';

/**
 * Maximum number of events that a message lists. `mostCharacters` is the maximum length of an event's text. Chat
 * services refuse or cut longer messages.
 */
const mostListed = 10;
const mostCharacters = 300;

const jsonContent = (body: object): Content => ({ contentType: 'application/json', body: JSON.stringify(body) });

const shortened = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

const marks: Readonly<Record<EventSeverity, string>> = { Info: '🔵', Warning: '🟠', Critical: '🔴' };

const sentenceOf = ({ code, params }: MessageEvent): string =>
  shortened(onOneLine(eventSentence(code, params)), mostCharacters);
const titleOf = ({ network }: Message): string => `Netloom: ${shortened(onOneLine(network.name), 100)}`;
const listed = ({ events }: Message): readonly MessageEvent[] => events.slice(0, mostListed);
/** Returns a line with the number of events that the message does not list; no line if the message lists all events. */
function moreOf({ events }: Message, listedCount = mostListed): string[] {
  const more = events.length - listedCount;
  return more > 0 ? [`and ${more} more ${more === 1 ? 'event' : 'events'}`] : [];
}
const highestOf = ({ events }: Message): EventSeverity =>
  eventSeverities.findLast((severity) => events.some((event) => event.severity === severity))!;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/**
 * An ASCII character plus this offset is its full-width form (Unicode block Halfwidth and Fullwidth Forms), which looks
 * similar and is no markup.
 */
const toWide = 0xfee0;
/**
 * Makes a text harmless in notifications of Slack, and in services that imitate Slack but read Markdown. Characters of
 * markup and mentions become full-width forms, because these services escape them differently.
 */
export const slackText = (text: string): string =>
  withoutLinks(text)
    .replace(/[*_~`@#|[\]\\]/g, (character) => String.fromCharCode(character.charCodeAt(0) + toWide))
    .replace(/[&<>]/g, (character) => entities[character]!);

/**
 * Composes a message for Slack in Block Kit, whose plain texts have no markup. The field `text` is for notifications
 * and for services that imitate Slack.
 */
export function slackContent(message: Message): Content {
  const title = titleOf(message);
  const sentences = listed(message).map((event) => `${marks[event.severity]} ${sentenceOf(event)}`);
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  return jsonContent({
    text: [slackText(title), ...sentences.map(slackText), ...moreOf(message)].join('\n'),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title) },
      ...[...sentences, ...moreOf(message)].map((sentence) => ({ type: 'section', text: plain(sentence) })),
    ],
  });
}

const teamsColors: Readonly<Record<EventSeverity, string>> = {
  Info: 'accent',
  Warning: 'warning',
  Critical: 'attention',
};

/** Composes a message for Microsoft Teams with an Adaptive Card. Its text runs have no Markdown, unlike text blocks. */
export function teamsContent(message: Message): Content {
  const block = (text: string, run: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...run }],
  });
  const card = {
    ...{ $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' },
    body: [
      block(titleOf(message), { weight: 'bolder', size: 'medium' }),
      ...listed(message).map((event) => block(sentenceOf(event), { color: teamsColors[event.severity] })),
      ...moreOf(message).map((text) => block(text)),
    ],
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return jsonContent({ type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] });
}

/** Escapes a text for Discord's Markdown: a backslash makes any punctuation a plain character. */
export const discordText = (text: string): string => text.replace(/[\\*_~`|>#[\]()<@:!+-]/g, '\\$&');

const discordColors: Readonly<Record<EventSeverity, number>> = {
  Info: 0x3b82f6,
  Warning: 0xf97316,
  Critical: 0xdc2626,
};

/** Maximum length of an embed's description. Discord answers a longer one with status 400. */
const mostDescription = 4_096;

/**
 * Composes a message for Discord with an embed. Escaping can double the length of a text, so the last events are left
 * out of a description that would be too long. No text is cut, because a cut could separate a backslash from its
 * character.
 */
export function discordContent(message: Message): Content {
  const lines = listed(message).map((event) => `${marks[event.severity]} ${discordText(sentenceOf(event))}`);
  const describe = (count: number) => [...lines.slice(0, count), ...moreOf(message, count)].join('\n');
  let count = lines.length;
  while (describe(count).length > mostDescription) count -= 1;
  const embed = {
    title: discordText(titleOf(message)),
    description: describe(count),
    color: discordColors[highestOf(message)],
    timestamp: message.createdAt.toISOString(),
  };
  return jsonContent({ embeds: [embed], allowed_mentions: { parse: [] } });
}

const ntfyPriorities: Readonly<Record<EventSeverity, number>> = { Info: 2, Warning: 3, Critical: 5 };
/**
 * Maximum size in bytes of the text of an ntfy message. ntfy turns a message that is too large into an attachment; this
 * limit leaves room for the other fields.
 */
const mostNtfyBytes = 3_500;

/**
 * Composes a message for ntfy as JSON. It is sent to the URL of the server, with the topic in the body. ntfy shows its
 * text without markup.
 */
export function ntfyContent(message: Message, topic: string): Content {
  const lines = [
    ...listed(message).map((event) => `${marks[event.severity]} ${sentenceOf(event)}`),
    ...moreOf(message),
  ];
  let text = lines.join('\n');
  while (Buffer.byteLength(text) > mostNtfyBytes) text = shortened(text, [...text].length - 100);
  const priority = ntfyPriorities[highestOf(message)];
  return jsonContent({ topic, title: titleOf(message), message: text, priority, tags: ['netloom'] });
}
