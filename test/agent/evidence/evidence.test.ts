// Parsing of addresses, LLDP ids and texts from untrusted bytes of devices.
import fc from 'fast-check';
import { isUtf8 } from 'node:buffer';
import { isIP, SocketAddress } from 'node:net';
import { ipFromBytes, ipFromIndex, ipFromText, maskToPrefixLength } from '../../../src/agent/evidence/addresses';
import { parseChassisId, parseNetworkAddress, parsePortId } from '../../../src/agent/evidence/lldp-ids';
import { macFromBytes, macFromIndex, macFromText } from '../../../src/agent/evidence/mac';
import { isPlainText, decodeText } from '../../../src/agent/evidence/text';

const junk = fc.uint8Array({ maxLength: 300 });
const mac = fc.uint8Array({ minLength: 6, maxLength: 6 }).filter((bytes) => bytes.some((byte) => byte !== 0));
const toColonHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('hex').toUpperCase().match(/../g)!.join(':');

describe('MAC addresses', () => {
  /** Notations in which vendors write MAC addresses, each as a function of the twelve hexadecimal digits. */
  const notations: Readonly<Record<string, (hex: string) => string>> = {
    'with colons': (hex) => hex.match(/../g)!.join(':'),
    'with hyphens': (hex) => hex.match(/../g)!.join('-'),
    'with blanks': (hex) => hex.match(/../g)!.join(' '),
    'with dots, by fours': (hex) => hex.match(/.{4}/g)!.join('.'),
    'with hyphens, by fours': (hex) => hex.match(/.{4}/g)!.join('-'),
    'in two halves': (hex) => hex.match(/.{6}/g)!.join('-'),
    bare: (hex) => hex,
    'after 0x': (hex) => `0x${hex}`,
    'without leading zeros': (hex) =>
      hex
        .match(/../g)!
        .map((pair) => pair.replace(/^0/, ''))
        .join(':'),
    'padded with NULs': (hex) => `${hex.match(/../g)!.join(':')}\0\0`,
    'in capitals': (hex) => hex.toUpperCase().match(/../g)!.join(':'),
  };

  it.each(Object.keys(notations))('are parsed from %s', (notation) => {
    fc.assert(
      fc.property(mac, (bytes) => {
        const writtenText = notations[notation]!(Buffer.from(bytes).toString('hex'));
        expect(macFromText(writtenText)).toBe(toColonHex(bytes));
        expect(macFromBytes(Buffer.from(writtenText))).toBe(toColonHex(bytes));
      }),
    );
  });

  it('are parsed from bytes and from the numbers of an index', () => {
    fc.assert(
      fc.property(mac, (bytes) => {
        expect(macFromBytes(bytes)).toBe(toColonHex(bytes));
        expect(macFromIndex([...bytes])).toBe(toColonHex(bytes));
      }),
    );
    expect(macFromBytes(new Uint8Array(6))).toBeUndefined();
    expect(macFromIndex([1, 2, 3, 4, 5, 256])).toBeUndefined();
  });

  it.each([
    '',
    '0a:0b',
    '0a:0b:0c:0d:0e',
    'switch',
    '0a:0b-0c:0d-0e:0f',
    '0a:0b:0c:0d:0e:0f:10',
    'GigabitEth01',
    '000000000000000',
  ])('are not found in %j', (text) => {
    expect(macFromText(text)).toBeUndefined();
  });
});

describe('IP addresses', () => {
  it('are parsed from bytes as the platform parses their text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const family = isIP(text) === 4 ? ('ipv4' as const) : ('ipv6' as const);
        const canonical = new SocketAddress({ address: text, family }).address;
        expect(ipFromText(text)).toBe(['0.0.0.0', '::'].includes(canonical) ? undefined : canonical);
      }),
    );
    expect(ipFromBytes(Uint8Array.of(10, 0, 0, 1))).toBe('10.0.0.1');
    expect(ipFromBytes(Uint8Array.of(0, 0, 0, 0))).toBeUndefined();
    expect(ipFromBytes(Uint8Array.from([0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1]))).toBe('2001:db8::1');
  });

  it('are parsed from indexes with their length, without it and with a zone', () => {
    const bytes = fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .filter(([first]) => first !== 0 && first !== 16 && first !== 20);
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 3 }), ([...six], rest) => {
        const address = ipFromBytes(Uint8Array.from(six))!;
        expect(ipFromIndex([16, ...six, ...rest], 16)).toEqual({ address, rest });
        expect(ipFromIndex(six, 16)).toEqual({ address, rest: [] });
        expect(ipFromIndex([20, ...six, 0, 0, 0, 2, ...rest], 16)).toEqual({ address, rest });
      }),
    );
    expect(ipFromIndex([4, 10, 0, 0, 1], 4)?.address).toBe('10.0.0.1');
    expect(ipFromIndex([4, 4, 4, 4], 4)?.address).toBe('4.4.4.4');
    expect(ipFromIndex([10, 0, 0, 1], 4)?.address).toBe('10.0.0.1');
    expect(ipFromIndex([10, 0, 0], 4)).toBeUndefined();
    expect(ipFromIndex([10, 0, 0, 256], 4)).toBeUndefined();
  });

  it('have the prefix length of a mask without gaps', () => {
    for (let length = 0; length <= 32; length++) {
      const mask = length === 0 ? 0 : (-1 << (32 - length)) >>> 0;
      const text = [24, 16, 8, 0].map((shift) => (mask >>> shift) & 255).join('.');
      expect(maskToPrefixLength(text)).toBe(length);
    }
    for (const bad of ['255.0.255.0', '0.0.0.255', '::', '', 'mask']) expect(maskToPrefixLength(bad)).toBeUndefined();
  });
});

describe('texts', () => {
  it('are UTF-8 or Latin-1, without padding and control characters', () => {
    expect(decodeText(Buffer.from('Küche\0\0'))).toBe('Küche');
    expect(decodeText(Buffer.from('Küche', 'latin1'))).toBe('Küche');
    expect(decodeText(Buffer.from(' \0 '))).toBeUndefined();
    expect(decodeText(Buffer.from('line\r\nline'))).toBe('line\r\nline');
  });

  it('are UTF-8 also if they are cut inside a character', () => {
    const character = fc.constantFrom(...'aZ9-/äßéжЩ№λحש办公楼네트ไ😀');
    const text = fc.array(character, { minLength: 2, maxLength: 40 }).map((characters) => characters.join(''));
    const first = (whole: string): number => whole.search(/[^\0-\x7f]/);
    fc.assert(
      fc.property(
        text.filter((whole) => (whole.match(/[^\0-\x7f]/gu)?.length ?? 0) > 1),
        fc.nat({ max: 2 }),
        (whole, padding) => {
          const bytes = Buffer.from(whole);
          const firstCharacter = [...whole.slice(first(whole))].slice(0, 1).join('');
          const start = Buffer.byteLength(whole.slice(0, first(whole)) + firstCharacter);
          for (let length = start; length <= bytes.length; length++) {
            const cut = Buffer.concat([bytes.subarray(0, length), Buffer.alloc(padding)]);
            const decoded = decodeText(cut)!;
            expect(whole.startsWith(decoded)).toBe(true);
            expect(Buffer.byteLength(decoded)).toBeGreaterThan(length - 4);
          }
        },
      ),
    );
    expect(decodeText(Buffer.from('Café', 'latin1'))).toBe('Café');
    expect(decodeText(Buffer.from('Größe Café', 'latin1'))).toBe('Größe Café');
  });

  it('can always be stored: NUL and lone surrogates are removed, and any other text stays the same', () => {
    fc.assert(
      fc.property(junk, (bytes) => {
        const text = decodeText(bytes);
        expect(text ?? 'x').not.toMatch(/\0/);
        expect(text ?? 'x').not.toMatch(/\p{Surrogate}/u);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        expect(decodeText(Buffer.from(text)) ?? '').toBe(text.trim());
        expect(isPlainText(Buffer.from(text))).toBe(true);
      }),
    );
  });
});

describe('ids of LLDP', () => {
  it('are parsed without an error, have a value that fits into its column, and a subtype of the standard', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 300 }), junk, (subtype, bytes) => {
        for (const id of [parseChassisId(subtype, bytes), parsePortId(subtype, bytes)]) {
          if (id === undefined) continue;
          if (subtype < 1 || subtype > 7)
            expect(['MacAddress', 'NetworkAddress', 'LocallyAssigned']).toContain(id.subtype);
          expect(id.value).toMatch(/^[^\0]+$/);
          expect([...id.value].length).toBeLessThanOrEqual(255);
        }
      }),
    );
  });

  it.each([
    ['no subtype', undefined, Buffer.from('0a0b0c0d0e0f', 'hex'), 'MacAddress 0A:0B:0C:0D:0E:0F'],
    ['an unknown number', 9, Buffer.from('0a:0b:0c:0d:0e:0f'), 'MacAddress 0A:0B:0C:0D:0E:0F'],
    ['six characters that print', undefined, Buffer.from('core-1'), 'LocallyAssigned core-1'],
    ['an address', 0, Buffer.from('192.0.2.7'), 'NetworkAddress 192.0.2.7'],
    ['the number as text', ' 4 ', Buffer.from('0a0b0c0d0e0f', 'hex'), 'MacAddress 0A:0B:0C:0D:0E:0F'],
    ['the name as text', 'MAC address', Buffer.from('0A-0B-0C-0D-0E-0F'), 'MacAddress 0A:0B:0C:0D:0E:0F'],
    ['a short name', 'ifName', Buffer.from('ge1'), 'InterfaceName ge1'],
  ])('are kept if their subtype is missing, unknown or a text: %s', (_how, subtype, bytes, expectedText) => {
    const id = parseChassisId(subtype, bytes);
    expect(`${id?.subtype} ${id?.value}`).toBe(expectedText);
  });

  it('are MAC addresses if they have six bytes and their subtype says so', () => {
    fc.assert(
      fc.property(mac, (bytes) => {
        expect(parseChassisId(4, bytes)).toEqual({ subtype: 'MacAddress', value: toColonHex(bytes) });
        expect(parsePortId(3, bytes)).toEqual({ subtype: 'MacAddress', value: toColonHex(bytes) });
      }),
    );
  });

  it('are hexadecimal if they have six bytes that are not UTF-8, whatever their subtype is', () => {
    fc.assert(
      fc.property(
        mac.filter((bytes) => !isUtf8(bytes)),
        fc.constantFrom(1, 2, 3, 4, 5, 6, 7, undefined),
        (bytes, subtype) => {
          expect(parseChassisId(subtype, bytes)?.value).toBe(toColonHex(bytes));
          expect(parsePortId(subtype, bytes)?.value).toBe(toColonHex(bytes));
        },
      ),
    );
    expect(parsePortId(5, Buffer.from('Ман'))).toEqual({ subtype: 'InterfaceName', value: 'Ман' });
  });

  it('are network addresses, after the number of their family, without it, and as text', () => {
    expect(parseNetworkAddress(Uint8Array.of(1, 10, 0, 0, 1))).toBe('10.0.0.1');
    expect(parseNetworkAddress(Uint8Array.of(10, 0, 0, 1))).toBe('10.0.0.1');
    expect(parseNetworkAddress(Buffer.from('10.0.0.1'))).toBe('10.0.0.1');
    expect(parseNetworkAddress(Buffer.from('2001:db8:0:1::10'))).toBe('2001:db8:0:1::10');
    expect(parseNetworkAddress(Uint8Array.of(1, 10, 0, 0))).toBe('1.10.0.0');
    expect(parseNetworkAddress(Uint8Array.of(6, 2, 0, 0, 0, 0, 1))).toBeUndefined();
  });

  it('are written as hexadecimal bytes if they are neither text nor an address', () => {
    expect(parsePortId(7, Uint8Array.of(1, 2, 255))).toEqual({ subtype: 'LocallyAssigned', value: '01:02:FF' });
    expect(parseChassisId(4, Buffer.from('no mac'))).toEqual({ subtype: 'MacAddress', value: '6E:6F:20:6D:61:63' });
    expect(parseChassisId(4, Buffer.from('not a mac'))).toEqual({ subtype: 'MacAddress', value: 'not a mac' });
    expect(parseChassisId(7, new Uint8Array(4))).toBeUndefined();
  });
});
