// Tests the spelling in which the database stores IP addresses: how accepted texts are converted, and which texts are
// refused.
import { SocketAddress } from 'node:net';
import fc from 'fast-check';
import { canonicalIpAddress, isPrefixInside, isVirtualRouter } from '../../../src/platform/text/addresses';
import { virtualRouterSamples } from '../../support/virtual-router-samples';

test('IPv4 addresses are formatted as the operating system does', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(canonicalIpAddress('ip', address)).toBe(new SocketAddress({ address, family: 'ipv4' }).address);
    }),
  );
});

test.each([
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
])('the shortest spelling of %s is %s', (address, writtenText) => {
  expect(canonicalIpAddress('ip', address)).toBe(writtenText);
});

test.each(['', '10.0.0', '10.0.0.01', '10.0.0.256', ' 10.0.0.1', '10.0.0.1/24', 'fe80::1%eth0', '::1::'])(
  '"%s" is refused',
  (address) => {
    expect(() => canonicalIpAddress('ip', address)).toThrow(expect.objectContaining({ code: 'validation_invalid_ip' }));
  },
);

test.each([
  ['10.0.0.128/25', '10.0.0.0/24', true],
  ['10.0.0.0/24', '10.0.0.0/24', true],
  ['10.0.0.7', '10.0.0.0/24', true],
  ['10.0.0.0/24', '10.0.0.128/25', false],
  ['10.0.1.0/25', '10.0.0.0/24', false],
  ['2001:db8:1::/48', '2001:db8::/32', true],
  ['2001:db8::/32', '2001:db8::1', false],
  ['::/96', '0.0.0.0/0', false],
])('%s is in %s: %s', (inner, outer, isInside) => {
  expect(isPrefixInside(inner, outer)).toBe(isInside);
});

test.each(virtualRouterSamples)('the MAC address of %s, %s, is of a group of routers', (_protocol, mac) => {
  expect(isVirtualRouter(mac)).toBe(true);
});

test.each(['00:00:5e:00:03:07', '00:00:0c:9f:e0:01', '00:05:73:a0:10:01', '00:07:b4:04:00:01', '00:07:b3:00:01:01'])(
  'the MAC address %s of a vendor is of one device',
  (mac) => expect(isVirtualRouter(mac)).toBe(false),
);
