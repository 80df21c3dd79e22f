// Reads an import file as a stream of entries. Files in other folders may import only this file of the folder.
import { decodeText } from './decode';
import { detectFormat, headLength, formatReader, type ImportFormat } from './formats';
import { ImportFileError, mostEntries, type ImportedEntry, type ReadOptions } from './imported-entries';
import { quote } from './values';

/**
 * Yields the entries of a file whose bytes arrive in chunks of any size. An invalid entry yields an entry of kind
 * `Refused`. Throws ImportFileError for an error that affects the whole file. Then no entry of the file may be used.
 */
export async function* readImport(
  format: ImportFormat | 'auto',
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const text = decodeText(chunks);
  try {
    yield* entriesOf(format, text, options);
  } finally {
    // Ends reading the text even if the caller stops early, or if the format of the file is unknown.
    await text.return(undefined);
  }
}

async function* entriesOf(
  format: ImportFormat | 'auto',
  text: AsyncGenerator<string>,
  options: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const head = await beginningOf(text);
  if (head === '') throw new ImportFileError('empty', 1);
  const detectedFormat = format === 'auto' ? detectFormat(head) : format;
  if (detectedFormat === undefined) throw new ImportFileError('unknown_format', 1, quote(options.fileName));
  let count = 0;
  let firstWrong: number | undefined;
  let hasOther = false;
  for await (const entry of formatReader(detectedFormat)(prependHead(head, text), options)) {
    count += 1;
    if (count > mostEntries) throw new ImportFileError('too_many_entries', entry.line, `at most ${mostEntries}`);
    const isWrong = entry.kind === 'Refused' && entry.code === 'invalid_value';
    if (isWrong) firstWrong ??= entry.line;
    else hasOther = true;
    yield entry;
  }
  // If all entries are invalid, the format was probably recognized incorrectly, so the whole file is refused.
  if (firstWrong !== undefined && !hasOther) throw new ImportFileError('malformed', firstWrong, 'no entry can be read');
  if (count === 0)
    yield { kind: 'Refused', line: 1, code: 'no_entries', text: 'the file has no entry that could be imported' };
}

/** Resolves with the beginning of the text, long enough to recognize the format. */
async function beginningOf(text: AsyncGenerator<string>): Promise<string> {
  let head = '';
  while (head.length < headLength) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  return head;
}

async function* prependHead(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
