// Tests the ranges of IP addresses and MAC addresses that a search text matches, such as the beginning of an address.
import { ipRanges, macRange } from '../../../src/platform/text/address-ranges';

test.each<[string, [string, string][]]>([
  ['10.1.2.3', [['10.1.2.3', '10.1.2.3']]],
  ['10.1.2.3/32', [['10.1.2.3', '10.1.2.3']]],
  ['10.1.2.3/0', [['0.0.0.0', '255.255.255.255']]],
  ['10.1.2.3/33', []],
  ['10.200.2.3/9', [['10.128.0.0', '10.255.255.255']]],
  [
    '10.2',
    [
      ['10.2.0.0', '10.2.255.255'],
      ['10.20.0.0', '10.29.255.255'],
      ['10.200.0.0', '10.255.255.255'],
    ],
  ],
  ['10.256.', []],
  ['256.1', []],
  ['10.1.2.300', []],
  ['10.1.2.3.4', []],
  ['10', []],
  ['1.2.3.4%eth0', []],
  [
    '2001:db8::',
    [
      ['2001:db8::', '2001:db8::'],
      ['2001:db8:0:0:0:0:0:0', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ],
  ],
  ['2001:db8:', [['2001:db8:0:0:0:0:0:0', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff']]],
  ['2001:db8::/33', [['2001:db8:0:0:0:0:0:0', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff']]],
  ['::ffff:10.0.0.1/128', [['0:0:0:0:0:ffff:a00:1', '0:0:0:0:0:ffff:a00:1']]],
  ['2001:db8::/129', []],
  ['1:2:3:4:5:6:7:8:9', []],
  ['switch', []],
  ['', []],
])('the range of IP addresses matched by "%s"', (text, ranges) => {
  expect(ipRanges(text)).toEqual(ranges);
});

test.each<[string, [string, string] | undefined]>([
  ['AA:BB:CC:DD:EE:FF', ['aa:bb:cc:dd:ee:ff', 'aa:bb:cc:dd:ee:ff']],
  ['aabb.ccdd.eeff', ['aa:bb:cc:dd:ee:ff', 'aa:bb:cc:dd:ee:ff']],
  ['aabbccddeeff', ['aa:bb:cc:dd:ee:ff', 'aa:bb:cc:dd:ee:ff']],
  ['aa-bb-cc', ['aa:bb:cc:00:00:00', 'aa:bb:cc:ff:ff:ff']],
  ['aa:bb:cc:', ['aa:bb:cc:00:00:00', 'aa:bb:cc:ff:ff:ff']],
  ['a:b:c:d', ['0a:0b:0c:d0:00:00', '0a:0b:0c:df:ff:ff']],
  ['aabb.cc', ['aa:bb:cc:00:00:00', 'aa:bb:cc:ff:ff:ff']],
  ['aabbcc', ['aa:bb:cc:00:00:00', 'aa:bb:cc:ff:ff:ff']],
  ['aa:bb', undefined],
  ['aabbc', undefined],
  ['aa:bb:cc:dd:ee:ff:00', undefined],
  ['aabbccddeeff0', undefined],
  ['aa:bb-cc', undefined],
  ['gg:bb:cc', undefined],
])('the range of MAC addresses matched by "%s"', (text, range) => {
  expect(macRange(text)).toEqual(range);
});
