// Renders a mail as text and as HTML. Texts may come from strangers or devices, so they must not end a line or become
// markup.

/** A paragraph, a link on a separate line, or a list. */
export type Paragraph =
  string | { readonly label: string; readonly url: string } | { readonly items: readonly string[] };

export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

const longestSubject = 150;

// Control characters including CR and LF, line separators, and bidirectional formatting characters.
const unprintable = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** The text on one line: control characters and repeated blanks become one blank. */
export const onOneLine = (text: string): string => text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();

/**
 * Prevents mail programs from turning a stranger's text into links: inserts an invisible word joiner where an address
 * would continue.
 */
export const withoutLinks = (text: string): string => onOneLine(text).replace(/[.:@/](?=\S)/g, '$&\u2060');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => onOneLine(text).replace(/[&<>"']/g, (character) => entities[character]!);

export function letterSubject({ subject }: Letter): string {
  const characters = [...onOneLine(subject)];
  return characters.length > longestSubject
    ? `${characters.slice(0, longestSubject - 1).join('')}…`
    : characters.join('');
}

function paragraphAsText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return onOneLine(paragraph);
  if ('items' in paragraph) return paragraph.items.map((item) => `- ${onOneLine(item)}`).join('\n');
  return `${onOneLine(paragraph.label)}:\n${onOneLine(paragraph.url)}`;
}

export const asText = ({ paragraphs }: Letter): string => `${paragraphs.map(paragraphAsText).join('\n\n')}\n`;

function paragraphAsHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`;
  if ('items' in paragraph) return `<ul>${paragraph.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  return `<p><a href="${escapeHtml(paragraph.url)}">${escapeHtml(paragraph.label)}</a></p>`;
}

export const asHtml = ({ paragraphs }: Letter): string =>
  `<!doctype html><html lang="en"><body>\n${paragraphs.map(paragraphAsHtml).join('\n')}\n</body></html>\n`;
