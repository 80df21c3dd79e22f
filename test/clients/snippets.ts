// The programs of docs/clients.md, changed so that they use the server and rows of a test instead of `npm start`.
import { blocks } from '../start/documentation';
import type { World } from '../support/world';

export const demoKey = 'nlm_u_NetloomDemoKeyForLocalUseOnly000';
const demoTopology = 'eab3a8bb-0e37-54e1-955e-e2538551700d';

const snippets = blocks.filter(({ page, language }) => page === 'docs/clients.md' && language === 'js');

/**
 * Returns the program of docs/clients.md that contains all of `words`. Fails unless exactly one program contains them.
 */
export function findSnippet(...words: readonly string[]): string {
  const foundSnippets = snippets.filter(({ text }) => words.every((word) => text.includes(word)));
  expect([words, foundSnippets.length]).toEqual([words, 1]);
  return foundSnippets[0]!.text;
}

/** The program with the address, API key and topology id of the test filled in, and otherwise unchanged. */
export const prepareCode = (
  { url, key }: Pick<World, 'url' | 'key'>,
  text: string,
  topologyId = demoTopology,
): string =>
  text
    .replaceAll('http://localhost:4000', url)
    .replaceAll('ws://localhost:4000', url.replace('http', 'ws'))
    .replaceAll(demoKey, key.credential.key!)
    .replaceAll(demoTopology, topologyId);

/** Arguments that make Node.js run the code as a module that can import the project's packages. */
export const asModule = (code: string): string[] => ['--input-type=module', '-e', code];
