// Which format a file has, by its beginning.
import type { ImportFormat } from './imported-entries';

/** Characters that are looked at. */
export const headLength = 16 * 1024;

const forms: readonly (readonly [ImportFormat, RegExp])[] = [
  // Comments and the document type may come first.
  ['NmapXml', /^<(\?xml\b[\s\S]*?)?[\s\S]*?(<!DOCTYPE\s+nmaprun\b|<?nmaprun\b)/],
];

/** Undefined: none that is known. */
export function formatOf(head: string): ImportFormat | undefined {
  const start = head.trimStart();
  return forms.find(([, form]) => form.test(start))?.[0];
}
