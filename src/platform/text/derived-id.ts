// Ids of nodes without a row of their own: derived from their content, so that every build makes the same ones.
import { hash } from 'node:crypto';

/** Ids of each half of those that are kept: every build asks for the same ones, and looking one up takes a quarter of making it. */
const mostKnown = 50_000;
let known = new Map<string, string>();
let knownBefore = new Map<string, string>();

/** A UUID of version 8 (RFC 9562) over the parts, which may hold any text. */
export function derivedId(...parts: readonly string[]): string {
  let content = '';
  for (const part of parts) content += `${part.length}:${part}`;
  const found = known.get(content);
  if (found !== undefined) return found;
  const id = knownBefore.get(content) ?? uuidOf(content);
  // Long texts take room, and are rare.
  if (content.length > longestKnown) return id;
  if (known.size >= mostKnown) [knownBefore, known] = [known, new Map<string, string>()];
  known.set(content, id);
  return id;
}
const longestKnown = 200;

function uuidOf(content: string): string {
  const hex = hash('sha1', content);
  const variant = ((parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
