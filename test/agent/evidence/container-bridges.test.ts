// Addresses on bridges of container runtimes are no addresses on the network of the machine, however the machine is
// read: many machines have the same addresses on them.
import type { NetworkInterfaceInfo } from 'node:os';
import { listOwnSubnets } from '../../../src/agent/scope/own-subnets';
import type { Value } from '../../../src/agent/sources/snmp/session';
import { parseNeighbors, parsePorts, parseRoutes } from '../../../src/agent/sources/ssh/systems/linux/ip';
import { hex, interfaces, readInCode } from '../sources/snmp/device-in-code';

/** An address, its prefix, and a machine in the prefix, at the interface with the index. */
interface Place {
  readonly index: number;
  readonly name: string;
  readonly address: string;
  readonly network: string;
  readonly neighbor: string;
}
const placeOf = (name: string, index: number): Place => ({
  ...{ index, name, address: `10.${index}.0.1`, network: `10.${index}.0.0`, neighbor: `10.${index}.0.2` },
});
const names = {
  onNetwork: ['eth0', 'br0', 'br-lan', 'vmbr0', 'wlan0', 'cni', 'docker', 'bond0.20'],
  ofContainers: [
    ...['docker0', 'docker12', 'docker_gwbridge', 'br-0123456789ab', 'podman0', 'cni0', 'cni-podman0', 'lxcbr0'],
    ...['flannel.1', 'cilium_host', 'cilium_net'],
  ],
};
const places = [...names.onNetwork, ...names.ofContainers].map((name, at) => placeOf(name, at + 1));
const mac = '52:54:00:00:00:01';
const expected = places.slice(0, names.onNetwork.length);

test('the agent marks the subnets of container bridges among those of its own machine', () => {
  const info = ({ address }: Place): NetworkInterfaceInfo[] => [
    { address, cidr: `${address}/24`, internal: false, netmask: '255.255.255.0', mac, family: 'IPv4' },
  ];
  const subnets = listOwnSubnets(Object.fromEntries(places.map((place) => [place.name, info(place)])));
  const onNetwork = subnets.filter(({ isContainerBridge }) => !isContainerBridge);
  expect(onNetwork.map(({ interfaceName }) => interfaceName)).toEqual(names.onNetwork);
});

test('SSH leaves out their addresses, neighbours and routes', () => {
  const links = places.map(({ index, name, address }) => ({
    ...{ ifindex: index, ifname: name, link_type: 'ether', operstate: 'UP', flags: ['UP'], address: mac },
    addr_info: [{ local: address, prefixlen: 24, scope: 'global' }],
  }));
  const arp = places.map(({ name, neighbor }) => ({ dst: neighbor, dev: name, lladdr: mac, state: ['REACHABLE'] }));
  const routes = places.map(({ name, network }) => ({ dst: `${network}/24`, dev: name, protocol: 'kernel' }));
  const rows = {
    ...parsePorts(JSON.stringify(links))!.rows,
    ...parseNeighbors(JSON.stringify(arp))!.rows,
    ...parseRoutes('0.0.0.0/0')(JSON.stringify(routes))!.rows,
  };
  expect(rows.ports).toHaveLength(places.length);
  expect(rows.addresses?.map(({ address }) => address)).toEqual(expected.map(({ address }) => address));
  expect(rows.arp?.map(({ address }) => address)).toEqual(expected.map(({ neighbor }) => neighbor));
  expect(rows.routes?.map(({ destination }) => destination)).toEqual(expected.map(({ network }) => `${network}/24`));
});

test('SNMP leaves out their addresses, neighbours and routes, and reports the bridges as ports', async () => {
  const objectsOf = ({ index, address, network, neighbor }: Place): Record<string, Value> => ({
    [`1.3.6.1.2.1.4.20.1.2.${address}`]: index,
    [`1.3.6.1.2.1.4.20.1.3.${address}`]: '255.255.255.0',
    [`1.3.6.1.2.1.4.22.1.2.${index}.${neighbor}`]: hex(mac),
    [`1.3.6.1.2.1.4.22.1.4.${index}.${neighbor}`]: 3,
    [`1.3.6.1.2.1.4.24.7.1.7.1.4.${network}.24.2.0.0.1.4.0.0.0.0`]: index,
    [`1.3.6.1.2.1.4.24.7.1.8.1.4.${network}.24.2.0.0.1.4.0.0.0.0`]: 3,
    [`1.3.6.1.2.1.4.24.7.1.9.1.4.${network}.24.2.0.0.1.4.0.0.0.0`]: 2,
  });
  const device = await readInCode({
    ...interfaces(...places.map(({ index, name }) => [index, name, mac] as const)),
    ...Object.fromEntries(places.flatMap((place) => Object.entries(objectsOf(place)))),
  });
  expect(device.incomplete).toEqual([]);
  expect(device.interfaces.map(({ name }) => name)).toEqual(places.map(({ name }) => name));
  expect(device.addresses.map(({ address }) => address)).toEqual(expected.map(({ address }) => address));
  expect(device.arp.map(({ address }) => address)).toEqual(expected.map(({ neighbor }) => neighbor));
  expect(device.routes.map(({ destination }) => destination)).toEqual(expected.map(({ network }) => `${network}/24`));
});
