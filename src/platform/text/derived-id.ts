// Ids of nodes without a row of their own: derived from their content, so that every build makes the same ones.
import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562) over the parts, which may hold any text. */
export function derivedId(...parts: readonly string[]): string {
  const hex = hash('sha1', parts.map((part) => `${part.length}:${part}`).join(''));
  const variant = ((parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
