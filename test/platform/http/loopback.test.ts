// Tests which requests count as sent from the machine of the service: the address of the connection and all addresses
// that a proxy reports must be loopback addresses.
import { isFromLoopback } from '../../../src/platform/http/loopback';

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  isFromLoopback({ headers, socket: { remoteAddress } as never });

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is a loopback address', (address) => {
  expect(from(address)).toBe(true);
});

test.each(['192.0.2.1', '::', '::ffff:192.0.2.1', '128.0.0.1', 'fe80::1%lo', '', undefined])(
  '%s is not a loopback address, whatever it forwards',
  (address) => {
    expect(from(address)).toBe(false);
    expect(from(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
  },
);

test('a request whose connection is gone has no address', () => {
  expect(isFromLoopback({ headers: {} })).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['127.0.0.1, ::1', true],
  ['203.0.113.5', false],
  ['127.0.0.1, 203.0.113.5', false],
  ['203.0.113.5, 127.0.0.1', false],
  ['127.0.0.1,', false],
  ['unknown', false],
  ['', false],
])('a request forwarded with %j comes from this machine: %s', (hops, isHere) => {
  expect(from('127.0.0.1', { 'x-forwarded-for': hops })).toBe(isHere);
});

test.each(['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'])(
  'a request forwarded with %s, which names no client, does not count as local',
  (name) => {
    expect(from('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
  },
);
