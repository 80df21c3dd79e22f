// A Proxmox VE cluster of two nodes with six guests, as responses of its API. The responses follow the public API
// schema (https://pve.proxmox.com/pve-docs/api-viewer); the values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const tokenSettings = { token_id: 'netloom@pve!agent', secret: '5ec7e700-0000-4000-8000-000000000001' };
export const authorization = `PVEAPIToken=${tokenSettings.token_id}=${tokenSettings.secret}`;

export interface StubGuest {
  readonly vmid: number;
  readonly kind: 'qemu' | 'lxc';
  readonly node: string;
  readonly name: string;
  readonly status?: 'running' | 'stopped';
  readonly template?: 1;
  readonly config: Readonly<Record<string, unknown>>;
  /** The response of the guest agent, or of a container's network namespace. Undefined if no guest agent runs. */
  readonly addresses?: unknown;
  readonly os?: string;
}

export const mac = (number: number): string => `BC:24:11:00:00:${number.toString(16).padStart(2, '0').toUpperCase()}`;

const agentAnswer = (macText: string, address: string, more: readonly object[] = []) => [
  { name: 'lo', 'hardware-address': '00:00:00:00:00:00', 'ip-addresses': [{ 'ip-address': '127.0.0.1', prefix: 8 }] },
  {
    name: 'ens18',
    'hardware-address': macText.toLowerCase(),
    'ip-addresses': [
      { 'ip-address-type': 'ipv4', 'ip-address': address, prefix: 24 },
      { 'ip-address-type': 'ipv6', 'ip-address': 'fe80::1', prefix: 64 },
    ],
  },
  ...more,
];
/** A bridge inside a guest. Many guests have a bridge with the same MAC and IP address. */
const bridgeInside = {
  name: 'docker0',
  'hardware-address': '02:42:ac:11:00:01',
  'ip-addresses': [{ 'ip-address-type': 'ipv4', 'ip-address': '172.17.0.1', prefix: 16 }],
};

export const guests: readonly StubGuest[] = [
  {
    ...{ vmid: 100, kind: 'qemu', node: 'pve1', name: 'web' },
    config: { agent: '1', net0: `virtio=${mac(1)},bridge=vmbr0,firewall=1`, ostype: 'l26' },
    addresses: agentAnswer(mac(1), '10.99.0.101', [bridgeInside]),
    os: 'Debian GNU/Linux 13 (trixie)',
  },
  {
    ...{ vmid: 101, kind: 'qemu', node: 'pve1', name: 'db' },
    config: { agent: 'enabled=1,fstrim_cloned_disks=1', net0: `virtio=${mac(2)},bridge=vmbr0,tag=20` },
    addresses: agentAnswer(mac(2), '10.99.0.102', [bridgeInside]),
  },
  // No guest agent runs in `legacy`, so its IP address is unknown.
  {
    ...{ vmid: 102, kind: 'qemu', node: 'pve1', name: 'legacy' },
    config: { agent: 1, net0: `e1000=${mac(3)},bridge=vmbr0`, net1: `e1000=${mac(4)},bridge=vmbr1,trunks=30;40-42` },
  },
  {
    ...{ vmid: 103, kind: 'lxc', node: 'pve2', name: 'dns' },
    config: { hostname: 'dns', net0: `name=eth0,bridge=vmbr0,hwaddr=${mac(5)},ip=10.99.0.103/24,type=veth` },
    addresses: [
      { name: 'lo', hwaddr: '00:00:00:00:00:00', inet: '127.0.0.1/8', inet6: '::1/128' },
      { name: 'eth0', hwaddr: mac(5).toLowerCase(), inet: '10.99.0.103/24', inet6: 'fe80::2/64' },
    ],
  },
  {
    ...{ vmid: 104, kind: 'lxc', node: 'pve2', name: 'proxy' },
    config: { hostname: 'proxy', net0: `name=eth0,bridge=vmbr0,hwaddr=${mac(6)},ip=dhcp,tag=20,type=veth` },
    addresses: [{ name: 'eth0', hwaddr: mac(6).toLowerCase(), inet: '10.99.0.104/24' }],
  },
  {
    ...{ vmid: 105, kind: 'qemu', node: 'pve2', name: 'spare', status: 'stopped' },
    config: { net0: `virtio=${mac(7)},bridge=vmbr0,link_down=1` },
  },
  { ...{ vmid: 900, kind: 'qemu', node: 'pve1', name: 'template', template: 1 }, config: { net0: `virtio=${mac(8)}` } },
];

const bridge = (address: string) => [
  { iface: 'eno1', type: 'eth', active: 1, exists: 1, families: ['inet'], priority: 3 },
  { iface: 'eno2', type: 'eth', exists: null, families: ['inet'], priority: 4 },
  {
    ...{ iface: 'vmbr0', type: 'bridge', active: 1, autostart: 1, address, netmask: '24', cidr: `${address}/24` },
    ...{ bridge_ports: 'eno1', bridge_vlan_aware: 1, gateway: '10.99.0.1', comments: 'LAN\n' },
  },
];

/** The cluster's response to a request. `changed` replaces a guest, or removes it by returning undefined. */
export function answerOf(
  { path, headers }: StubRequest,
  changed: (guest: StubGuest) => StubGuest | undefined = (guest) => guest,
): StubAnswer | undefined {
  if (headers.authorization !== authorization) return { status: 401, body: { data: null } };
  const currentGuests = guests.flatMap((guest) => changed(guest) ?? []);
  const data = (content: unknown): StubAnswer => ({ body: { data: content } });
  const [, tail = ''] = /^\/api2\/json(\/.*)$/.exec(path) ?? [];
  if (tail === '/version') return data({ version: '8.2.4', release: '8.2', repoid: 'faa83925c9641325' });
  if (tail === '/nodes') return data(['pve1', 'pve2'].map((node) => ({ node, status: 'online', type: 'node' })));
  if (tail === '/cluster/status')
    return data([
      { type: 'cluster', id: 'cluster', name: 'lab', nodes: 2, quorate: 1, version: 3 },
      { type: 'node', id: 'node/pve1', name: 'pve1', ip: '10.99.0.11', local: 1, online: 1, nodeid: 1 },
      { type: 'node', id: 'node/pve2', name: 'pve2', ip: '10.99.0.12', local: 0, online: 1, nodeid: 2 },
    ]);
  if (tail === '/cluster/resources?type=vm')
    return data(
      currentGuests.map(({ vmid, kind, node, name, status = 'running', template = 0 }) => ({
        ...{ id: `${kind}/${vmid}`, vmid, type: kind, node, name, status, template },
      })),
    );
  const [, nodeName, ofNode] = /^\/nodes\/(pve[12])\/(network|status)$/.exec(tail) ?? [];
  if (ofNode === 'network') return data(bridge(nodeName === 'pve1' ? '10.99.0.11' : '10.99.0.12'));
  if (ofNode === 'status') return data({ pveversion: 'pve-manager/8.2.4/faa83925c9641325', uptime: 7 });
  const [, node, kind, id, resource] = /^\/nodes\/(\w+)\/(qemu|lxc)\/(\d+)\/(.+)$/.exec(tail) ?? [];
  const guest = currentGuests.find((one) => one.node === node && one.kind === kind && String(one.vmid) === id);
  if (!guest) return undefined;
  if (resource === 'config') return data(guest.config);
  if (resource === 'interfaces') return data(guest.addresses ?? []);
  if (guest.addresses === undefined)
    return { status: 500, body: { data: null, message: 'QEMU guest agent is not running\n' } };
  if (resource === 'agent/network-get-interfaces') return data({ result: guest.addresses });
  if (resource === 'agent/get-osinfo') return data({ result: { id: 'debian', 'pretty-name': guest.os } });
  return undefined;
}
