// Decodes a file's bytes to pieces of text of limited length, and splits text into lines. Errors have the number of the
// invalid line.
import { isUtf8 } from 'node:buffer';
import { ImportFileError } from './imported-entries';

const pieceBytes = 64 * 1024;

async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
}

/**
 * Returns the offset at which an incomplete last UTF-8 character begins; the length if the last character is complete.
 */
function lastBoundary(bytes: Buffer): number {
  for (let offset = 1; offset <= Math.min(3, bytes.length); offset += 1) {
    const byte = bytes[bytes.length - offset]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > offset ? bytes.length - offset : bytes.length;
    }
  }
  return bytes.length;
}

export const countNewlines = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

interface Decoder {
  /**
   * Decodes bytes. For invalid bytes, the result is the text before them (`wrongAt`), from which the caller computes
   * the line number of the error.
   */
  decode(bytes: Buffer): { text: string } | { wrongAt: string };
  /** Whether the last bytes were only the beginning of a multi-byte character. */
  readonly isIncomplete: () => boolean;
}

function utf8Decoder(): Decoder {
  let rest = Buffer.alloc(0);
  return {
    decode(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const end = lastBoundary(all);
      // A character may be split over two calls. Its first bytes are copied, because the caller may reuse the buffer.
      rest = Buffer.from(all.subarray(end));
      const whole = all.subarray(0, end);
      if (isUtf8(whole)) return { text: whole.toString('utf8') };
      let from = 0;
      for (let at = whole.indexOf(10); at !== -1 && isUtf8(whole.subarray(from, at)); at = whole.indexOf(10, from))
        from = at + 1;
      return { wrongAt: whole.toString('latin1', 0, from) };
    },
    isIncomplete: () => rest.length > 0,
  };
}

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  const strict = new TextDecoder(encoding, { fatal: true });
  let isOdd = false;
  return {
    decode(bytes) {
      if (bytes.length % 2 === 1) isOdd = !isOdd;
      try {
        return { text: strict.decode(bytes, { stream: true }) };
      } catch {
        const loose = new TextDecoder(encoding).decode(bytes);
        return { wrongAt: loose.slice(0, Math.max(0, loose.indexOf('\ufffd'))) };
      }
    },
    isIncomplete: () => {
      if (isOdd) return true;
      try {
        strict.decode();
        return false;
      } catch {
        return true;
      }
    },
  };
}

/** Matches an XML declaration of a single-byte encoding (XML 1.0, section 4.3.3). */
const declaration = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']((?:iso-8859-|windows-125)[0-9]{1,2}|us-ascii)["']/i;
/** Number of bytes at the beginning of a file in which an XML declaration is searched. */
const headBytes = 200;

/** Throws `not_text` if no encoding has this name: ISO 8859 has no part 12, for example. */
function singleByteDecoder(label: string): Decoder {
  const decoder = textDecoder(label);
  return { decode: (bytes) => ({ text: decoder.decode(bytes, { stream: true }) }), isIncomplete: () => false };
}

function textDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    // The constructor throws a RangeError for a name that it does not know.
    throw new ImportFileError('not_text', 1, `there is no encoding ${label}`);
  }
}

/**
 * Chooses the decoder by the byte order mark, otherwise by the encoding in the XML declaration. If the file has
 * neither, the decoder is for UTF-8.
 */
function decoderFor(start: Buffer): { decoder: Decoder; markBytes: number } {
  if (start[0] === 0xff && start[1] === 0xfe) return { decoder: utf16Decoder('utf-16le'), markBytes: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { decoder: utf16Decoder('utf-16be'), markBytes: 2 };
  const isMarked = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  const label = declaration.exec(start.toString('latin1', 0, headBytes))?.[1];
  return { decoder: label ? singleByteDecoder(label) : utf8Decoder(), markBytes: isMarked ? 3 : 0 };
}

/**
 * Decodes a file to pieces of at most 64 Ki characters, without the byte order mark. Throws for a NUL character,
 * because text files contain no NUL.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let line = 1;
  let start: Buffer | undefined = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  const textOf = (bytes: Buffer): string => {
    const read = decoder!.decode(bytes);
    if ('wrongAt' in read) throw new ImportFileError('not_text', line + countNewlines(read.wrongAt));
    const nul = read.text.indexOf('\0');
    if (nul !== -1)
      throw new ImportFileError('not_text', line + countNewlines(read.text.slice(0, nul)), 'it has a NUL');
    line += countNewlines(read.text);
    return read.text;
  };
  const begin = (): string => {
    const { decoder: newDecoder, markBytes } = decoderFor(start!);
    decoder = newDecoder;
    const bytes = start!.subarray(markBytes);
    start = undefined;
    return textOf(bytes);
  };
  for await (const piece of pieces(chunks)) {
    if (start === undefined) {
      yield textOf(piece);
      continue;
    }
    // A byte order mark or XML declaration may be split over chunks.
    start = Buffer.concat([start, piece]);
    if (start.length >= headBytes) yield begin();
  }
  if (start !== undefined) yield begin();
  if (decoder!.isIncomplete()) throw new ImportFileError('not_text', line, 'it ends within a character');
}

export interface Line {
  readonly number: number;
  readonly text: string;
  /** Whether the line ends with a line break; false for an incomplete last line. */
  readonly isEnded: boolean;
}

/**
 * Yields the lines of a text without their line breaks (LF or CR LF). Throws for a line of more than `most` characters.
 */
export async function* splitLines(text: AsyncIterable<string>, most: number): AsyncGenerator<Line> {
  let number = 1;
  let rest = '';
  const bare = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);
  for await (const piece of text) {
    let from = 0;
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', from)) {
      const line = rest + piece.slice(from, at);
      if (line.length > most) throw new ImportFileError('too_long', number);
      yield { number, text: bare(line), isEnded: true };
      rest = '';
      from = at + 1;
      number += 1;
    }
    rest += piece.slice(from);
    if (rest.length > most) throw new ImportFileError('too_long', number);
  }
  if (rest !== '') yield { number, text: bare(rest), isEnded: false };
}
