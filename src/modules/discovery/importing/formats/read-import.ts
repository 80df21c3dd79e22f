// Reads a file of another tool as a stream of entries: the only way into this folder.
import { textIn } from './decode';
import { formatOf, headLength } from './detect';
import {
  ImportFileError,
  mostEntries,
  type ImportedEntry,
  type ImportFormat,
  type ReadOptions,
} from './imported-entries';
import { dnsmasqLeases } from './dnsmasq-leases';
import { ipNeighJson } from './ip-neigh-json';
import { iscLeases } from './isc-leases';
import { keaLeases } from './kea-leases';
import { lldpcliJson } from './lldpcli-json';
import { netbox } from './netbox';
import { netloomCsv } from './netloom-csv';
import { nmapXml } from './nmap-xml';

type Reader = (text: AsyncIterable<string>, options: ReadOptions) => AsyncIterable<ImportedEntry>;

const readers: Readonly<Record<ImportFormat, Reader>> = {
  NmapXml: nmapXml,
  DnsmasqLeases: dnsmasqLeases,
  IscDhcpdLeases: iscLeases,
  KeaLeases: keaLeases,
  NetloomCsv: netloomCsv,
  LldpcliJson: lldpcliJson,
  IpNeighJson: ipNeighJson,
  NetBox: netbox,
};

/**
 * The entries of a file, given as chunks of bytes of any size. What is wrong with one entry is an entry itself; for what is
 * wrong with the file it throws ImportFileError, after which none of its entries counts.
 */
export async function* readImport(
  format: ImportFormat | 'auto',
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const { head, text } = await begun(textIn(chunks));
  if (head === '') throw new ImportFileError('empty', 1);
  const found = format === 'auto' ? formatOf(head) : format;
  if (found === undefined) throw new ImportFileError('unknown_format', 1);
  let count = 0;
  let firstWrong: number | undefined;
  let hasOther = false;
  for await (const entry of readers[found](text, options)) {
    count += 1;
    if (count > mostEntries) throw new ImportFileError('too_many_entries', entry.line, `at most ${mostEntries}`);
    const isWrong = entry.kind === 'Refused' && entry.code === 'invalid_value';
    if (isWrong) firstWrong ??= entry.line;
    else hasOther = true;
    yield entry;
  }
  // Where nothing has the form of the format, it is the format that is wrong.
  if (firstWrong !== undefined && !hasOther) throw new ImportFileError('malformed', firstWrong, 'no entry can be read');
}

/** The beginning of a text, and the whole of it. */
async function begun(text: AsyncGenerator<string>): Promise<{ head: string; text: AsyncGenerator<string> }> {
  let head = '';
  let isAtEnd = false;
  while (!isAtEnd && head.trimStart().length < headLength) {
    const { value, done } = await text.next();
    if (done) isAtEnd = true;
    else head += value;
    // Blanks alone are no beginning.
    if (head.length > 4 * headLength && head.trim() === '') throw new ImportFileError('unknown_format', 1);
  }
  return {
    head: head.trimStart().slice(0, headLength),
    text: (async function* () {
      yield head;
      yield* text;
    })(),
  };
}
