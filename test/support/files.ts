// Parses downloads: CSV strictly by RFC 4180, and ZIP archives by their central directory.
import { inflateRawSync } from 'node:zlib';

/**
 * Returns lines of cells. Throws if the text violates RFC 4180: bare quotes, lone line breaks, or lines with different
 * numbers of cells.
 */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error('an open quote at the end');
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    } else {
      const end = /[,\r\n"]|$/.exec(text.slice(at))!;
      cell = text.slice(at, at + end.index);
      at += end.index;
    }
    line.push(cell);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      lines.push(line);
      line = [];
      at += 2;
    } else throw new Error(`neither a comma nor CRLF after "${cell}"`);
  }
  if (line.length > 0) throw new Error('the last line is open');
  if (lines.some(({ length }) => length !== lines[0]!.length)) throw new Error('lines of different length');
  return lines;
}

/** Returns rows by the names in the header line, without the apostrophes that precede formulas. */
export function csvRows(text: string): Record<string, string>[] {
  const [header, ...lines] = parseCsv(text);
  const plain = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
  return lines.map((line) => Object.fromEntries(header!.map((name, at) => [name, plain(line[at]!)])));
}

/** Returns the archive's files as text, by name. Throws if the archive is incomplete. */
export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new Error('the archive has no end');
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let remainingEntries = archive.readUInt16LE(end + 10); remainingEntries > 0; remainingEntries -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(start, start + size);
    const plain = method === 8 ? inflateRawSync(data) : data;
    if (plain.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} is not whole`);
    files[name] = plain.toString();
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return files;
}
