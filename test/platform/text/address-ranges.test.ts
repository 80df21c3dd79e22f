// Tests the ranges of IP addresses that a search text matches, such as the beginning of an address.
import { ipRanges } from '../../../src/platform/text/address-ranges';

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
