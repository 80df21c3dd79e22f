// Tests the conversion of IP addresses to numbers, and back to the spelling that the database stores.
import { formatAddress, parseAddress } from '../../../src/platform/text/address-numbers';

test.each<[string, 4 | 6, bigint, string]>([
  ['0.0.0.0', 4, 0n, '0.0.0.0'],
  ['10.1.2.3', 4, 0x0a010203n, '10.1.2.3'],
  ['255.255.255.255', 4, 2n ** 32n - 1n, '255.255.255.255'],
  ['::', 6, 0n, '::'],
  ['::1', 6, 1n, '::1'],
  ['2001:DB8::', 6, 0x20010db8n << 96n, '2001:db8::'],
  ['2001:db8:0:0:1:0:0:1', 6, (0x20010db8n << 96n) | (1n << 48n) | 1n, '2001:db8::1:0:0:1'],
  ['fe80::1:2', 6, (0xfe80n << 112n) | 0x10002n, 'fe80::1:2'],
  ['::ffff:10.1.2.3', 6, 0xffff0a010203n, '::ffff:10.1.2.3'],
  ['64:ff9b::10.1.2.3', 6, (0x64ff9bn << 96n) | 0x0a010203n, '64:ff9b::a01:203'],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 6, 2n ** 128n - 1n, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('%s', (text, version, value, shortest) => {
  expect(parseAddress(text)).toEqual({ version, value });
  expect(formatAddress({ version, value })).toBe(shortest);
});

test.each(['', '10.0.0', '10.0.0.1/24', 'fe80::1%eth0', 'host'])('%j is not an address', (text) => {
  expect(() => parseAddress(text)).toThrow('is no address');
});
