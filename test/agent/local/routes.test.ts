// Parsing the routing table of the agent's own machine, in Linux's format.
import { parseRoutes } from '../../../src/agent/local/routes';

const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';
const indexOf = (name: string) => ({ lo: 1, eth0: 2, wg0: 5 })[name];
const ipv4 = (...rows: string[]) => [head, ...rows].join('\n');
const zero = '0'.repeat(32);
const ipv6Row = (
  destination: string,
  length: string,
  gateway: string,
  flags: string,
  name: string,
  metric = '00000400',
) =>
  `${destination.padEnd(32, '0')} ${length} ${zero} 00 ${gateway.padEnd(32, '0')} ${metric} 00000001 00000000 ${flags}     ${name}`;

test('IPv4 routes have next hops; loopback and link-local routes and routes that are down are skipped', () => {
  const routes = parseRoutes({
    ipv4: ipv4(
      'eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0',
      'eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0',
      'wg0\t0700640A\t00000000\t0005\t0\t0\t0\tFFFFFFFF\t0\t0\t0',
      '*\t0000010A\t00000000\t0201\t0\t0\t0\t0000FFFF\t0\t0\t0',
      'eth0\t0000010B\t00000000\t0000\t0\t0\t0\t0000FFFF\t0\t0\t0',
      'eth0\t0000FEA9\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0',
      'lo\t0000007F\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0',
      'cut\t0000',
    ),
    ...{ ipv6: '', indexOf },
  });
  expect(routes).toEqual([
    { destination: '0.0.0.0/0', nextHop: '192.0.2.1', ifIndex: 2, metric: 100, type: 'Remote', protocol: 'Other' },
    { destination: '192.0.2.0/24', ifIndex: 2, metric: 0, type: 'Local', protocol: 'Local' },
    { destination: '10.100.0.7/32', ifIndex: 5, metric: 0, type: 'Local', protocol: 'Local' },
    { destination: '10.1.0.0/16', metric: 0, type: 'Reject', protocol: 'Other' },
  ]);
});

test('IPv6 routes are read, except own and anycast addresses and an unreachable default route', () => {
  const routes = parseRoutes({
    ipv4: ipv4(),
    ipv6: [
      ipv6Row('20010db8', '20', '', '00000001', 'eth0', '00000100'),
      ipv6Row('', '00', 'fe80000000000000000000000000000a', '00000003', 'eth0'),
      ipv6Row('20010db80000000000000000000000ff', '80', '', '80200001', 'eth0'),
      ipv6Row('20010db8', '80', '', '00100001', 'eth0'),
      ipv6Row('fe80', '40', '', '00000001', 'eth0'),
      ipv6Row('ff', '08', '', '00000001', 'eth0'),
      ipv6Row('', '00', '', '00200200', 'lo', 'ffffffff'),
    ].join('\n'),
    indexOf,
  });
  expect(routes).toEqual([
    { destination: '2001:db8::/32', ifIndex: 2, metric: 256, type: 'Local', protocol: 'Local' },
    { destination: '::/0', nextHop: 'fe80::a', ifIndex: 2, metric: 1024, type: 'Remote', protocol: 'Other' },
  ]);
});
