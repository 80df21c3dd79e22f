// Tests the URLs at which callers reach the service, as the service shows them: `own` for programs on the caller's
// machine, `others` for programs on other machines.
import type { NetworkInterfaceInfo } from 'node:os';
import { serviceAddresses } from '../../../src/platform/http/service-addresses';

const info = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;
const interfaces = () => ({
  lo: [info('127.0.0.1', 'IPv4', true)],
  docker0: [info('172.17.0.1')],
  wan0: [info('203.0.113.7')],
  eth0: [info('fe80::1', 'IPv6'), info('192.168.1.5')],
});

interface Case {
  readonly host?: string;
  readonly publicUrl?: string;
  readonly at: string;
  readonly remote?: string;
  readonly headers?: Record<string, string>;
  readonly protocol?: string;
}
function addresses({ host = '127.0.0.1', publicUrl, at, remote = '127.0.0.1', headers = {}, protocol = 'http' }: Case) {
  const hostname = at.replace(/:\d+$/, '');
  const socket = { localPort: 4000, remoteAddress: remote };
  return serviceAddresses({ host, publicUrl }, { protocol, host: at, hostname, headers, socket }, interfaces);
}

test.each<[string, Case, { own: string; others: string[] }]>([
  [
    'only itself where the service listens on loopback',
    { at: 'localhost:4000' },
    { own: 'http://localhost:4000', others: [] },
  ],
  [
    'the addresses of its interfaces where it listens on all, private ones first, none of containers',
    { host: '0.0.0.0', at: 'localhost:4000' },
    { own: 'http://localhost:4000', others: ['http://192.168.1.5:4000', 'http://203.0.113.7:4000'] },
  ],
  [
    'the same where it listens on all by IPv6',
    { host: '::', at: '127.0.0.1:4000' },
    { own: 'http://127.0.0.1:4000', others: ['http://192.168.1.5:4000', 'http://203.0.113.7:4000'] },
  ],
  [
    'the address that it listens on',
    { host: 'fd00::5', at: 'localhost:4000' },
    { own: 'http://localhost:4000', others: ['http://[fd00::5]:4000'] },
  ],
  [
    'the address at which the caller reaches it',
    { host: '0.0.0.0', at: 'netloom.example', remote: '192.0.2.9', protocol: 'https' },
    { own: 'https://netloom.example', others: ['https://netloom.example'] },
  ],
  [
    'no addresses of interfaces to another machine that writes localhost',
    { host: '0.0.0.0', at: 'localhost:4000', remote: '192.0.2.9' },
    { own: 'http://localhost:4000', others: [] },
  ],
  [
    'no addresses of interfaces to who comes through a proxy',
    { host: '0.0.0.0', at: 'localhost:4000', headers: { 'x-forwarded-for': '192.0.2.9' } },
    { own: 'http://localhost:4000', others: [] },
  ],
  [
    'PUBLIC_URL',
    { publicUrl: 'https://netloom.example', at: '10.0.0.5:4000', remote: '10.0.0.9' },
    { own: 'https://netloom.example', others: ['https://netloom.example'] },
  ],
  [
    'PUBLIC_URL to other machines, and itself to its own',
    { publicUrl: 'https://netloom.example', at: 'localhost:4000' },
    { own: 'http://localhost:4000', others: ['https://netloom.example'] },
  ],
  [
    'nothing for a PUBLIC_URL that no other machine reaches',
    { publicUrl: 'http://localhost:4000', at: 'localhost:4000' },
    { own: 'http://localhost:4000', others: [] },
  ],
])('the service names %s', (_what, addressCase, expected) => {
  expect(addresses(addressCase)).toEqual(expected);
});

test('the list of addresses has a maximum length', () => {
  const many = () => ({ eth0: Array.from({ length: 30 }, (_, at) => info(`10.0.0.${at}`)) });
  const socket = { localPort: 4000, remoteAddress: '127.0.0.1' };
  const req = { protocol: 'http', host: 'localhost:4000', hostname: 'localhost', headers: {}, socket };
  expect(serviceAddresses({ host: '0.0.0.0', publicUrl: undefined }, req, many).others).toHaveLength(10);
});
