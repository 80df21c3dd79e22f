// Ids of graph nodes that have no row. They are derived from the node's content, so that every build gives the same
// ids.
import { hash } from 'node:crypto';

/**
 * Maximum number of ids in each of the cache's two maps. Each time that a topology is built, the same ids are needed,
 * and reading one takes a quarter of the time of computing it.
 */
const mostKnown = 50_000;
let cachedIds = new Map<string, string>();
let knownBefore = new Map<string, string>();

/** A version 8 UUID (RFC 9562) that is derived from the parts, which may be any texts. */
export function derivedId(...parts: readonly string[]): string {
  let content = '';
  for (const part of parts) content += `${part.length}:${part}`;
  const cachedId = cachedIds.get(content);
  if (cachedId !== undefined) return cachedId;
  const id = knownBefore.get(content) ?? uuidOf(content);
  // Long texts are rare and take much memory, so they are not cached.
  if (content.length > longestKnown) return id;
  if (cachedIds.size >= mostKnown) [knownBefore, cachedIds] = [cachedIds, new Map<string, string>()];
  cachedIds.set(content, id);
  return id;
}
const longestKnown = 200;

function uuidOf(content: string): string {
  const hex = hash('sha1', content);
  const variant = ((parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
