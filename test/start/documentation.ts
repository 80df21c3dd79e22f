// Parses README and the pages of docs/ into code blocks, curl commands, prose and sentences.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const projectDir = path.resolve(__dirname, '..', '..');

export interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}
export interface Curl {
  readonly page: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The documented response: the next code block after the command, if that block is JSON. Undefined otherwise. */
  readonly answer: unknown;
}

export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(path.join(projectDir, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
export const textOf = (page: string): string => readFileSync(path.join(projectDir, page), 'utf8');

export const blocks: readonly Block[] = pages.flatMap((page) =>
  [...textOf(page).matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
    page,
    language: language!,
    text: text!,
  })),
);

/** The text of a page without its code blocks. */
export const proseOf = (page: string): string => textOf(page).replace(/^```[^]*?^```$/gm, '');

const curlIn = (text: string): Pick<Curl, 'url' | 'headers' | 'body'> | undefined => {
  const address = /\bcurl\b[^]*?(http:\/\/localhost:4000[^\s"]*)/.exec(text)?.[1];
  if (address === undefined) return undefined;
  const headers = [...text.matchAll(/-H "([^":]+): ([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
  return {
    url: new URL(address.replace('$view', 'L2Physical')),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: /-d '([^']*)'/.exec(text)?.[1],
  };
};

export const curls: readonly Curl[] = blocks.flatMap((block, index) => {
  const curl = block.language === 'sh' ? curlIn(block.text) : undefined;
  const next = blocks[index + 1];
  const answer = next?.page === block.page && next.language === 'json' ? (JSON.parse(next.text) as unknown) : undefined;
  return curl ? [{ page: block.page, ...curl, answer }] : [];
});

/**
 * Sentences of paragraphs and list items. Tables, headings and code blocks are left out, and inline code counts as one
 * word.
 */
export function sentencesOf(page: string): readonly string[] {
  const paragraphs = proseOf(page)
    .replace(/^(?:#|\s*\||\s*<).*$/gm, '')
    .replace(/^\s*(?:[-*]|\d+\.) /gm, '\n')
    .split(/\n\s*\n/);
  return paragraphs
    .map((paragraph) =>
      paragraph
        .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/`[^`]*`/g, 'code')
        .replace(/\s+/g, ' '),
    )
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?][*_)]*) (?=[[*_("A-Z\d]|code)/))
    .filter((sentence) => /\w/.test(sentence));
}
