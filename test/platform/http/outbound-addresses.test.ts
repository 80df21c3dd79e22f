// Tests to which addresses outbound requests may connect: the first and last addresses of special ranges, and IPv6
// addresses that contain an IPv4 address.
import fc from 'fast-check';
import { addressReach } from '../../../src/platform/http/outbound-addresses';

const refused = [
  ...['0.0.0.0', '0.255.255.255', '100.64.0.0', '100.127.255.255', '169.254.0.0', '169.254.169.254', '169.254.170.2'],
  ...['192.0.0.0', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.255', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '100.100.100.200'],
  ...['168.63.129.16', '::', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1', '100::1', '2001:db8::1'],
  ...['3fff::1', '5f00::1', '2001:20::1', '2001:2::1', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', '4000::1'],
  // IPv4-mapped (::ffff:0:0/96), IPv4-compatible (::/96) and local NAT64 addresses (64:ff9b:1::/48, RFC 8215) are
  // refused, whichever IPv4 address they contain.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::127.0.0.1'],
  ...['::7f00:1', '::8.8.8.8', '::2', '64:ff9b:1::7f00:1', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff::1'],
  // NAT64 addresses (64:ff9b::/96) and 6to4 addresses (2002::/16) with an IPv4 address that is not public.
  ...['64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b::'],
  ...['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1', '2002:a9fe:a9fe::', '2002:6440:1::'],
  // Teredo addresses (RFC 4380): one with the server 127.0.0.1, and two with the clients 10.0.0.1 and 127.0.0.1. A
  // Teredo address contains the client's address with inverted bits.
  ...['2001:0:7f00:1::f7f7:f7f7', '2001:0:808:808::f5ff:fffe', '2001:0:808:808:0:0:80ff:fffe'],
  // Texts that are not IP addresses, or have a form that other programs may read as an address.
  ...[
    'fe80::1%eth0',
    '::1%lo',
    '127.0.0.1%lo',
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '127.0.0.1.',
  ],
];
const privates = [
  ...['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255', '127.0.0.1'],
  ...['127.255.255.255', '::1', '0:0:0:0:0:0:0:1', 'fc00::1', 'fd12:3456::1', 'fdff:ffff::1'],
];
const open = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0'],
  ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '168.63.129.15', '2606:4700::1111', '2001:200::1', '2a00::1'],
  ...['3ffe::1', '64:ff9b::8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', '2001:0:808:808::f7f7:f7f7'],
];

test.each(refused)('%s is refused', (address) => expect(addressReach(address)).toBe('refused'));
test.each(privates)('%s is private', (address) => expect(addressReach(address)).toBe('private'));
test.each(open)('%s is public', (address) => expect(addressReach(address)).toBe('public'));

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);
const hex = (parts: readonly number[], mask = 0) => {
  const [a, b, c, d] = parts.map((part) => part ^ mask) as [number, number, number, number];
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};

test('an IPv6 address that embeds an IPv4 address is refused if that is, in either notation', () => {
  fc.assert(
    fc.property(ipv4, (parts) => {
      const writtenText = parts.join('.');
      const isPublic = addressReach(writtenText) === 'public';
      const forms = [`64:ff9b::${writtenText}`, `64:ff9b::${hex(parts)}`, `2002:${hex(parts)}::1`];
      const tunnels = [`2001:0:${hex(parts)}:0:0:${hex([8, 8, 8, 8], 255)}`, `2001:0:808:808:0:0:${hex(parts, 255)}`];
      for (const form of [...forms, ...tunnels]) expect(addressReach(form)).toBe(isPublic ? 'public' : 'refused');
      for (const form of [`::ffff:${writtenText}`, `::ffff:${hex(parts)}`]) expect(addressReach(form)).toBe('refused');
    }),
    { seed: 7, numRuns: 500 },
  );
});
