// The address at which other machines reach a host: not a loopback, unspecified or link-local address, and not a
// container bridge.
import { reachableAddress, withPort } from '../../../src/modules/inventory/shared/endpoints';

const at = (ipAddress: string, subnetType = 'Lan') => ({ ipAddress, subnet: { subnetType } });

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  'fe80::1',
  'febf::1',
])('a host is not reached at %s, but at its next address', (address) => {
  expect(reachableAddress([at(address)])).toBeUndefined();
  expect(reachableAddress([at(address), at('192.0.2.1')])).toBe('192.0.2.1');
});

test.each(['10.0.0.1', '128.0.0.1', '1.0.0.1', '2001:db8::1', '::2', 'fec0::1', 'fd00::1', '::ffff:10.0.0.1'])(
  'a host is reached at %s',
  (address) => {
    expect(reachableAddress([at(address), at('192.0.2.1')])).toBe(address);
  },
);

test('container bridges are inside the host, addresses used for routing are not', () => {
  expect(reachableAddress([at('172.17.0.1', 'DockerBridge'), at('10.88.0.1', 'PodmanBridge')])).toBeUndefined();
  expect(reachableAddress([at('172.17.0.1', 'DockerBridge'), at('10.255.0.1', 'Loopback')])).toBe('10.255.0.1');
  expect(reachableAddress([])).toBeUndefined();
});

test('an IPv6 address with a port is in brackets', () => {
  expect([withPort('10.0.0.1', 80), withPort('2001:db8::1', 80)]).toEqual(['10.0.0.1:80', '[2001:db8::1]:80']);
});
