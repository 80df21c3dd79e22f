// The programs of docs/clients.md, adapted to run against a test world instead of `npm start`.
import { blocks } from '../start/documentation';
import type { World } from '../support/world';

export const demoKey = 'nlm_u_NetloomDemoKeyForLocalUseOnly000';
const demoTopology = 'eab3a8bb-0e37-54e1-955e-e2538551700d';

const snippets = blocks.filter(({ page, language }) => page === 'docs/clients.md' && language === 'js');

/** The one program that has all of these words. */
export function findSnippet(...words: readonly string[]): string {
  const foundSnippets = snippets.filter(({ text }) => words.every((word) => text.includes(word)));
  expect([words, foundSnippets.length]).toEqual([words, 1]);
  return foundSnippets[0]!.text;
}

/** The text with the address, the key and the topology of the world filled in, and otherwise unchanged. */
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

/** Arguments for Node.js that run the code as a module with the project's packages. */
export const asModule = (code: string): string[] => ['--input-type=module', '-e', code];
