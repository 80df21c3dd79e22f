// Ids of graph nodes without a row: derived from their content, so that every build has the same ids.
import { hash } from 'node:crypto';

/**
 * Size of each half of the cache. Every build asks for the same ids, and a lookup takes a quarter of the time of
 * deriving one.
 */
const mostKnown = 50_000;
let cachedIds = new Map<string, string>();
let knownBefore = new Map<string, string>();

/** A UUID of version 8 (RFC 9562) from the parts, which may be any texts. */
export function derivedId(...parts: readonly string[]): string {
  let content = '';
  for (const part of parts) content += `${part.length}:${part}`;
  const cachedId = cachedIds.get(content);
  if (cachedId !== undefined) return cachedId;
  const id = knownBefore.get(content) ?? uuidOf(content);
  // Long texts are rare and take much memory: do not cache them.
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
