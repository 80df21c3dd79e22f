// Reads files given as text or bytes, in chunks of any size.
import {
  type ImportedEntry,
  type ImportedHost,
  type ImportFormat,
  type ReadOptions,
} from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import { readImport } from '../../../../../src/modules/discovery/importing/formats/read-import';

export async function* chunksOf(file: string | Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file as Uint8Array);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Before every lease of the samples ends that has not ended in them. */
export const now = new Date('2026-11-22T12:00:00Z');

export async function entriesIn(
  file: string | Uint8Array,
  format: ImportFormat | 'auto' = 'auto',
  options: Partial<ReadOptions> & { chunk?: number } = {},
): Promise<ImportedEntry[]> {
  const found: ImportedEntry[] = [];
  const { chunk, ...rest } = options;
  for await (const entry of readImport(format, chunksOf(file, chunk), { fileName: 'file', now, ...rest }))
    found.push(entry);
  return found;
}

export const hostsOf = (entries: readonly ImportedEntry[]): ImportedHost[] =>
  entries.flatMap((entry) => (entry.kind === 'Host' ? entry.host : []));

export const refusedOf = (entries: readonly ImportedEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'Refused' ? `${entry.line} ${entry.code} ${entry.text}` : []));

/** A host with nothing but what is given. */
export const host = (members: Partial<ImportedHost>): ImportedHost => ({
  addresses: [],
  ports: [],
  services: [],
  interfaces: [],
  ...members,
});
