// Any input as an import file results in entries, or in one clear error with its line. Formats are recognized by their
// content.
import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  ImportFileError,
  mostEntries,
  type ImportedEntry,
} from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import { importFormats } from '../../../../../src/modules/discovery/importing/formats/formats';
import { readImport } from '../../../../../src/modules/discovery/importing/formats/read-import';
import { isCleanText } from '../../../../../src/platform/text/validation';
import { splitChunks, readEntries, pickHosts, now, samples } from './reading';

const options = { host: 'probe' };

/** The entries, or the ImportFileError. Any other error fails the test. */
async function outcomeOf(...args: Parameters<typeof readEntries>): Promise<ImportedEntry[] | ImportFileError> {
  try {
    return await readEntries(...args);
  } catch (error) {
    if (error instanceof ImportFileError) return error;
    throw error;
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

function expectSound(outcome: ImportedEntry[] | ImportFileError, lines: number): void {
  if (outcome instanceof ImportFileError) {
    expect(outcome.line).toBeGreaterThanOrEqual(1);
    expect(outcome.line).toBeLessThanOrEqual(lines + 1);
    return;
  }
  for (const entry of outcome) {
    expect(entry.line).toBeGreaterThanOrEqual(1);
    expect(entry.line).toBeLessThanOrEqual(lines);
    for (const text of textsIn(entry)) {
      expect(isCleanText(text)).toBe(true);
      expect([...text].length).toBeLessThanOrEqual(2000);
    }
  }
}
const lineCount = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('\n').length;

describe('a file', () => {
  it.each(importFormats)('of the format %s is recognized by its content', async (format) => {
    const detectedEntries = await readEntries(samples[format], 'auto', options);
    expect(detectedEntries).toEqual(await readEntries(samples[format], format, options));
    expect(pickHosts(detectedEntries).length).toBeGreaterThan(0);
  });

  it.each(importFormats)(
    'of the format %s is read in UTF-16, with byte order marks and Windows line ends',
    async (format) => {
      const text = samples[format];
      const expectedHosts = pickHosts(await readEntries(text, format, options));
      const little = Buffer.from(`\ufeff${text}`, 'utf16le');
      const big = Buffer.from(little).swap16();
      const markedBuffer = Buffer.from(`\ufeff${text}`);
      const windows = Buffer.from(format === 'NetloomCsv' ? text : text.replaceAll('\n', '\r\n'));
      for (const bytes of [little, big, markedBuffer, windows])
        for (const chunk of [1, 3, 65536])
          expect(pickHosts(await readEntries(bytes, 'auto', { ...options, chunk }))).toEqual(expectedHosts);
    },
  );

  it.each(importFormats)('of the format %s never gives partial entries, wherever it is cut', async (format) => {
    const text = samples[format];
    const whole = pickHosts(await readEntries(text, format, options)).length;
    for (let end = 0; end < text.length; end += 1) {
      const outcome = await outcomeOf(text.slice(0, end), format, options);
      expectSound(outcome, lineCount(Buffer.from(text)));
      if (!(outcome instanceof ImportFileError)) expect(pickHosts(outcome).length).toBeLessThanOrEqual(whole);
    }
  });

  it.each(['LldpcliJson', 'IpNeighJson', 'IscDhcpdLeases'] as const)(
    'of the format %s, which has an end marker, is refused without it',
    async (format) => {
      const text = samples[format].trimEnd();
      for (let end = 0; end < text.length; end += 1)
        expect(await outcomeOf(text.slice(0, end), format, options)).toBeInstanceOf(ImportFileError);
    },
  );

  it('of nmap that ends early is refused, or reported beside its complete hosts', async () => {
    const text = samples.NmapXml.trimEnd();
    for (let end = 0; end < text.length; end += 1) {
      const outcome = await outcomeOf(text.slice(0, end), 'NmapXml', options);
      if (outcome instanceof ImportFileError) continue;
      expect(pickHosts(outcome)).toEqual(pickHosts(await readEntries(text)));
      expect(outcome.at(-1)).toMatchObject({ kind: 'Refused', code: 'incomplete_file' });
    }
  });

  it.each([
    ['nmap', '<nmaprun></nmaprun>'],
    ['nmap, of which all hosts are down', '<nmaprun><host><status state="down"/></host></nmaprun>'],
    ['Kea', samples.KeaLeases.split('\n', 1)[0]! + '\n'],
    ['dhcpd', 'authoring-byte-order little-endian;\n'],
    ['dnsmasq', 'duid 00:01:00:01:2a:bb\n'],
    ['ip neigh', '[]'],
  ])('of %s is never silently read as empty', async (_what, text) => {
    expect((await readEntries(text, 'auto', options)).filter(({ kind }) => kind === 'Refused')).not.toEqual([]);
  });

  it.each([
    ['nothing', '', 'empty', 1],
    ['a byte order mark', '\ufeff', 'empty', 1],
    ['blanks', '\n \n', 'unknown_format', 1],
    ['many blanks', ' '.repeat(2 ** 20), 'unknown_format', 1],
    ['prose', 'Dear all,\nplease find attached\n', 'unknown_format', 1],
    ['another XML', '<svg></svg>', 'unknown_format', 1],
    ['another JSON', '{"data": []}', 'unknown_format', 1],
    ['another CSV', 'name,age\nx,1\n', 'unknown_format', 1],
    ['an export of what is no network', 'id,created_at,updated_at,email,organization_id\n', 'unknown_format', 1],
    ['a NUL', 'lease 10.0.0.1 {\n\0', 'not_text', 2],
    [
      'Latin-1',
      Buffer.from('0 00:11:22:33:44:55 10.0.0.1 ok *\n0 00:11:22:33:44:55 10.0.0.2 m\xfcller *\n', 'latin1'),
      'not_text',
      2,
    ],
    ['UTF-16 without its mark', Buffer.from(samples.DnsmasqLeases, 'utf16le'), 'not_text', 1],
    ['UTF-16 of an odd length', Buffer.from([0xff, 0xfe, 0x30]), 'not_text', 1],
    ['UTF-16 with half a character', Buffer.from('\ufeff0 \ud800\n', 'utf16le'), 'not_text', 1],
    ['a character that breaks off', Buffer.from([0x30, 0x0a, 0xc3]), 'not_text', 2],
    ['bytes after another', Buffer.from([0x30, 0x0a, 0x30, 0x0a, 0xff, 0x30]), 'not_text', 3],
  ])('of %s is refused', async (_what, bytes, code, line) => {
    for (const chunk of [1, 65536])
      await expect(readEntries(bytes, 'auto', { chunk })).rejects.toMatchObject({
        name: 'ImportFileError',
        code,
        line,
      });
  });

  it.each(['iso-8859-', 'windows-125'])('of any encoding called %s… is read, or refused as no text', async (family) => {
    const readable: number[] = [];
    for (let number = 0; number < 100; number += 1) {
      const text = samples.NmapXml.replace('?>', ` encoding="${family}${number}"?>`);
      expect(text).not.toBe(samples.NmapXml);
      const outcome = await outcomeOf(Buffer.from(text, 'latin1'), 'auto', options);
      if (!(outcome instanceof ImportFileError)) readable.push(number);
      else expect([outcome.code, outcome.line]).toEqual(['not_text', 1]);
    }
    expect(readable).toEqual(expect.arrayContaining(family === 'iso-8859-' ? [1, 2, 15] : [0, 1, 2, 8]));
  });

  it('with any content is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('auto' as const, ...importFormats),
        fc.integer({ min: 1, max: 50 }),
        async (bytes, format, chunk) =>
          expectSound(await outcomeOf(bytes, format, { ...options, chunk }), lineCount(bytes)),
      ),
      { numRuns: 500 },
    );
  });

  it('with slightly invalid content is read or refused', async () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 20 }),
      by: fc.oneof(
        fc.string({ maxLength: 10 }),
        fc.constantFrom(' hasOwnProperty="" ', '__proto__', 'constructor', '&toString;'),
        fc.constantFrom(
          '\n',
          '"',
          '<',
          '>',
          '{',
          '}',
          '[',
          ']',
          ',',
          ';',
          '&',
          "'",
          '\\',
          '\ud800',
          '\u0007',
          '\ufeff',
          '99999',
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...importFormats),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (format, damages, isKnown) => {
          const text = damages.reduce((damagedFile, { at, length, by }) => {
            const from = Math.floor(at * damagedFile.length);
            return damagedFile.slice(0, from) + by + damagedFile.slice(from + length);
          }, samples[format] as string);
          const bytes = Buffer.from(text);
          expectSound(await outcomeOf(bytes, isKnown ? format : 'auto', options), lineCount(bytes));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a huge file', () => {
  /** An endless file in chunks, and how many bytes of it have been read. */
  function endless(begin: string, piece: string): { chunks: AsyncGenerator<Uint8Array>; given: () => number } {
    let chunkCount = 0;
    const bytes = Buffer.from(piece.repeat(Math.ceil(65536 / piece.length)));
    return {
      given: () => chunkCount,
      chunks: (async function* () {
        yield Buffer.from(begin);
        for (;;) {
          chunkCount += bytes.length;
          yield bytes;
        }
      })(),
    };
  }

  it.each(importFormats)('of the format %s with an endless line is aborted', async (format) => {
    const starts: Partial<Record<string, string>> = { LldpcliJson: '{"lldp":"', IpNeighJson: '[{"dst":"' };
    const { chunks, given } = endless(starts[format] ?? '', 'x');
    await expect(readImport(format, chunks, { fileName: 'x', ...options }).next()).rejects.toMatchObject({
      name: 'ImportFileError',
      line: 1,
    });
    expect(given()).toBeLessThan(10 * 2 ** 20);
  });

  it('with too many entries is refused, whatever follows', async () => {
    const { chunks } = endless('', '0 00:11:22:33:44:55 10.0.0.1 x *\n');
    let count = 0;
    const reading = async () => {
      for await (const entry of readImport('DnsmasqLeases', chunks, { fileName: 'x', now }))
        count += entry.kind === 'Host' ? 1 : 0;
    };
    await expect(reading()).rejects.toMatchObject({ code: 'too_many_entries', line: mostEntries + 1 });
    expect(count).toBe(mostEntries);
  });

  it('is closed if its reader stops', async () => {
    let isClosed = false;
    const chunks = (async function* () {
      try {
        for await (const chunk of splitChunks(samples.DnsmasqLeases.repeat(10_000), 10_000)) yield chunk;
      } finally {
        isClosed = true;
      }
    })();
    for await (const entry of readImport('auto', chunks, { fileName: 'x', now })) {
      expect(entry.kind).toBe('Host');
      break;
    }
    expect(isClosed).toBe(true);
  });

  it('is not kept in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const hostXml = `<host><status state="up" reason="syn-ack"/><address addr="10.0.0.1" addrtype="ipv4"/></host>\n`;
    const piece = Buffer.from(hostXml.repeat(1000));
    const hosts = 100_000;
    const chunks = (async function* () {
      yield Buffer.from('<nmaprun>');
      for (let chunkCount = 0; chunkCount < hosts; chunkCount += 1000) yield piece;
      yield Buffer.from('</nmaprun>');
    })();
    let count = 0;
    const heldBytes: number[] = [];
    for await (const entry of readImport('auto', chunks, { fileName: 'x' })) {
      if (entry.kind === 'Host') count += 1;
      if (count % 30_000 !== 10_000) continue;
      collectGarbage();
      heldBytes.push(process.memoryUsage().heapUsed);
    }
    expect(count).toBe(hosts);
    expect(heldBytes).toHaveLength(4);
    // Between the first and the last measurement, 8 MB of the file were read, and entries of about 40 MB were returned.
    // A heap that grew by less than 5 MB has kept neither.
    expect(heldBytes.at(-1)! - heldBytes[0]!).toBeLessThan(5 * 2 ** 20);
  });
});
