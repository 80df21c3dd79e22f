// Tests how a search text is interpreted: as a MAC address, an IP address, a number, a port name, or a part of such a
// value.
import { canonicalMacAddress } from '../../../src/platform/text/addresses';
import { parseSearchText } from '../../../src/platform/text/search-text';

const mac = (text: string) => parseSearchText(text)?.mac;
const address = (text: string) => parseSearchText(text)?.address;

test.each([
  ['3c:52:82:AA:00:0f'],
  ['3C-52-82-AA-00-0F'],
  ['3c52.82aa.000f'],
  ['3c5282aa000f'],
  [' 3c:52:82:aa:0:f '],
  ['3C52-82AA-000F'],
  ['3c5282-aa000f'],
  ['3c 52 82 aa 00 0f'],
])('"%s" is read as a whole MAC address, by searches and inputs', (text) => {
  expect(mac(text)).toMatchObject({ whole: '3c:52:82:aa:00:0f' });
  expect(canonicalMacAddress('mac', text)).toBe('3c:52:82:aa:00:0f');
});

test.each<[string, string[]]>([
  ['3c:52:82', ['%3c:52:82%']],
  ['3c:52:8', ['%3c:52:8%', '%3:c5:28']],
  ['aa:0:f', ['%aa:00:f%', '%a:a0:0f']],
  [':00:0f', ['%00:0f%']],
  ['3c52.82', ['%3c:52:82%']],
  ['82aa-000f', ['%82:aa:00:0f%']],
  ['82-aa000f', ['%82:aa:00:0f%']],
  ['000f', ['00:0f%', '%00:0f']],
  ['a000f', ['a0:00:f%', '%a:00:0f']],
])('"%s" is read as a part of MAC addresses', (text, parts) => {
  const parsed = mac(text);
  expect(parsed?.whole).toBeUndefined();
  expect(parsed?.parts.slice().sort()).toEqual(parts.slice().sort());
});

test.each<[string, [string, string] | undefined]>([
  ['3c:52:82', ['3c:52:82:00:00:00', '3c:52:82:ff:ff:ff']],
  ['3C52.82aa', ['3c:52:82:aa:00:00', '3c:52:82:aa:ff:ff']],
  ['3c5282aa000f', ['3c:52:82:aa:00:0f', '3c:52:82:aa:00:0f']],
  ['a:b:c:d', ['0a:0b:0c:d0:00:00', '0a:0b:0c:df:ff:ff']],
  ['3c5282-aa', ['3c:52:82:aa:00:00', '3c:52:82:aa:ff:ff']],
  ['3c:52', undefined],
  ['aa000', undefined],
])('"%s" is read as the first octets of MAC addresses', (text, range) => expect(mac(text)?.range).toEqual(range));

test.each([
  '',
  '  ',
  'f',
  '0f',
  '00f',
  'switch',
  '10.16',
  '3c:52:82:aa:00:0f:01',
  '3c5282aa000f0',
  'ag:00',
  '0:',
  '3c 52',
])('"%s" is not a MAC address', (text) => {
  expect(mac(text)).toBeUndefined();
  expect(() => canonicalMacAddress('mac', text)).toThrow(
    expect.objectContaining({ code: 'validation_invalid_format' }),
  );
});

test('a part of a MAC address is not an input', () => {
  expect(() => canonicalMacAddress('mac', '3c:52:82')).toThrow(
    expect.objectContaining({ code: 'validation_invalid_format' }),
  );
});

test.each<[string, object | undefined]>([
  ['10.16.9.12', { ip: '10.16.9.12', ranges: [['10.16.9.12', '10.16.9.12']] }],
  ['2001:DB8::1', { ip: '2001:db8::1', ranges: [['2001:db8::1', '2001:db8::1']] }],
  [
    '2001:db8::',
    {
      ip: '2001:db8::',
      ranges: [
        ['2001:db8::', '2001:db8::'],
        ['2001:db8:0:0:0:0:0:0', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
      ],
    },
  ],
  ['10.16.9.12/16', { cidr: '10.16.0.0/16', ranges: [['10.16.0.0', '10.16.255.255']] }],
  ['10.16.9.12/016', { cidr: '10.16.0.0/16', ranges: [['10.16.0.0', '10.16.255.255']] }],
  [
    '2001:db8::/064',
    { cidr: '2001:db8:0:0:0:0:0:0/64', ranges: [['2001:db8:0:0:0:0:0:0', '2001:db8:0:0:ffff:ffff:ffff:ffff']] },
  ],
  ['::/00', { cidr: '0:0:0:0:0:0:0:0/0', ranges: [['0:0:0:0:0:0:0:0', expect.stringMatching(/^ffff(:ffff){7}$/)]] }],
  ['10.16.9.', { ranges: [['10.16.9.0', '10.16.9.255']], part: '10.16.9.' }],
  ['.9.12', { ranges: [], part: '.9.12' }],
  ['10.16.9.12/33', undefined],
  ['gi1/0/12', undefined],
  ['fe80::1%eth0', { ip: 'fe80::1', ranges: [['fe80::1', 'fe80::1']] }],
  ['::FFFF:10.16.9.12', { ip: '10.16.9.12', ranges: [['10.16.9.12', '10.16.9.12']] }],
  ['2001:db8::1%eth0', undefined],
  ['1016', undefined],
  ['host.example', undefined],
])('"%s" is read as an address', (text, expected) => expect(address(text)).toEqual(expected));

test.each<[string, object]>([
  ['443', { number: 443 }],
  ['vlan 20', { number: 20 }],
  ['TCP/443', { number: 443, protocol: 'Tcp' }],
  ['53/udp', { number: 53, protocol: 'Udp' }],
])('"%s" is read as a number', (text, expected) => expect(parseSearchText(text)).toMatchObject(expected));

test.each(['65536', '-1', '1.5', 'tcp', 'tcp/'])('"%s" is not a number', (text) =>
  expect(parseSearchText(text)).not.toHaveProperty('number'),
);

test('a port name is also searched in the other notations of its vendor', () => {
  expect(parseSearchText('Gi1/0/12')?.port?.notations).toEqual(
    expect.arrayContaining(['gi1/0/12', 'gigabitethernet1/0/12', 'ge1/0/12']),
  );
  expect(parseSearchText('ge-0/0/1')?.port?.notations).toContain('gi0/0/1');
  expect(parseSearchText('room 12')?.port).toBeUndefined();
});

test('a text is searched in both Unicode forms; fewer than three characters count as short', () => {
  expect(parseSearchText('Zürich')?.forms).toHaveLength(2);
  expect(parseSearchText('sw')).toMatchObject({ forms: ['sw'], isShort: true, isAscii: true });
  expect(parseSearchText('\u{1F600}ab')).toMatchObject({ isShort: false, isAscii: false });
});
