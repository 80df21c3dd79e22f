// Libvirt guests of a machine that is read by SSH. The samples follow https://libvirt.org/formatdomain.html and
// virsh(1).
import fc from 'fast-check';
import { sshSource } from '../../../../src/agent/sources/ssh';
import { guestCommands, parseGuest, parseLeases } from '../../../../src/agent/sources/ssh/libvirt';
import { account, connectionTo, SshStub, type StubOutput } from './ssh-stub';

const uuidOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const guestXml = (
  number: number,
  name: string,
  interfaces: string,
  isRunning = true,
) => `<domain type='kvm'${isRunning ? " id='3'" : ''}>
  <name>${name}</name>
  <uuid>${uuidOf(number)}</uuid>
  <metadata><app:name xmlns:app="urn:x">other</app:name></metadata>
  <devices>
    <emulator>/usr/bin/qemu-system-x86_64</emulator>
    ${interfaces}
  </devices>
</domain>
`;
const web = guestXml(
  1,
  'web &amp; more',
  `<interface type='bridge'>
    <mac address='52:54:00:00:00:01'/><source bridge='br0'/><vlan><tag id='42'/></vlan>
    <target dev='vnet0'/><model type='virtio'/><alias name='net0'/>
  </interface>
  <interface type='network'>
    <mac address='52:54:00:00:00:02'/><source network='lab' bridge='virbr1'/>
    <vlan trunk='yes'><tag id='10' nativeMode='untagged'/><tag id='20'/><tag id='5000'/></vlan>
    <target dev='vnet1'/><link state='down'/>
  </interface>`,
);
const stopped = guestXml(
  2,
  'stopped',
  "<interface type='direct'><mac address='52:54:00:00:00:03'/><source dev='eth0' mode='bridge'/></interface>",
  false,
);
const bare = guestXml(3, 'bare', '');
const leases = ` Name       MAC address          Protocol     Address
-------------------------------------------------------------------------------
 vnet0      52:54:00:00:00:01    ipv4         192.0.2.45/24
 -          -                    ipv6         2001:db8::45/64
`;
const link = (ifindex: number, ifname: string, mac: string) => ({
  ...{ ifindex, ifname, flags: ['UP', 'LOWER_UP'], mtu: 1500, operstate: 'UP', link_type: 'ether', address: mac },
  addr_info: ifname === 'br0' ? [{ family: 'inet', local: '192.0.2.9', prefixlen: 24, scope: 'global' }] : [],
});
const outputs: Record<string, string | StubOutput> = {
  'uname -sr': 'Linux 6.1.0\n',
  'uname -n': 'kvm-1\n',
  'ip -j -d addr show': JSON.stringify([
    link(2, 'br0', '02:aa:00:00:00:01'),
    link(7, 'vnet0', 'fe:54:00:00:00:01'),
    link(8, 'vnet1', 'fe:54:00:00:00:02'),
  ]),
  'ip -j neigh show': JSON.stringify([
    { dst: '192.0.2.46', dev: 'br0', lladdr: '52:54:00:00:00:02', state: ['REACHABLE'] },
    { dst: '192.0.2.45', dev: 'br0', lladdr: '52:54:00:00:00:01', state: ['REACHABLE'] },
    { dst: '192.0.2.1', dev: 'br0', lladdr: '02:bb:00:00:00:01', state: ['REACHABLE'] },
  ]),
  'ip -j route show table main': '[]',
  'ip -j -6 route show table main': '[]',
  [guestCommands.all.text]: [1, 2, 3].map(uuidOf).join('\n') + '\n; reboot\n\n',
  [guestCommands.running.text]: `${uuidOf(1)}\n${uuidOf(3)}\n`,
  [guestCommands.guest.text.replace('UUID', uuidOf(1))]: web,
  [guestCommands.guest.text.replace('UUID', uuidOf(2))]: stopped,
  [guestCommands.guest.text.replace('UUID', uuidOf(3))]: bare,
  [guestCommands.leases.text.replace('UUID', uuidOf(1))]: leases,
};

let stub: SshStub;
beforeEach(async () => {
  stub = await new SshStub({ ident: 'OpenSSH_9.6' }).start();
});
afterEach(() => stub.stop());
async function read(more: Record<string, string | StubOutput | undefined> = {}) {
  stub.reply = (command) => (command in more ? more[command] : outputs[command]);
  const { machines, notes } = await sshSource.read({ connection: connectionTo(stub), settings: account });
  return { machines, notes, own: machines[0]!, guests: machines.filter(({ guest }) => guest) };
}

test('guests are machines with their adapters, addresses and states, at their ports of the hypervisor', async () => {
  const { machines, own, guests, notes } = await read();
  expect(notes).toEqual([]);
  expect(own).toMatchObject({ name: 'kvm-1', hypervisor: { definition: 'libvirt' } });
  expect(guests).toMatchObject([
    {
      ...{ name: 'web & more', source: 'ssh' },
      guest: { platform: 'Libvirt', id: uuidOf(1), name: 'web & more', hypervisorKey: own.key },
      facts: {
        interfaces: [
          { name: 'net0', mac: '52:54:00:00:00:01', alias: 'br0', operStatus: 'Up' },
          { name: 'net1', mac: '52:54:00:00:00:02', alias: 'virbr1', operStatus: 'Down', adminStatus: 'Down' },
        ],
        addresses: [
          { address: '192.0.2.45', prefixLength: 24, ifIndex: -1 },
          { address: '2001:db8::45', prefixLength: 64, ifIndex: -1 },
          { address: '192.0.2.46', ifIndex: -2 },
        ],
      },
    },
    { name: 'stopped', facts: { interfaces: [{ mac: '52:54:00:00:00:03', alias: 'eth0', operStatus: 'Down' }] } },
  ]);
  const ports = new Map(own.facts.interfaces.map((port) => [port.name, port] as const));
  expect(ports.get('vnet0')).toMatchObject({ ifIndex: 7, nativeVlan: 42, fdbMacs: ['52:54:00:00:00:01'] });
  expect(ports.get('vnet1')).toMatchObject({ nativeVlan: 10, taggedVlans: [20], fdbMacs: ['52:54:00:00:00:02'] });
  // The ARP table also contains the guests, but they are not reported a second time.
  expect(machines.filter((one) => one.isOnlyInArp).map(({ mac }) => mac)).toEqual(['02:BB:00:00:00:01']);
});

test('no text of the machine becomes part of a command', async () => {
  await read();
  for (const command of stub.commands.filter((one) => one.startsWith('virsh')))
    expect(command).toMatch(/^virsh -r -c qemu:\/\/\/system (list( --all)? --uuid|(dumpxml|domifaddr) [0-9a-f-]{36})$/);
});

test('without libvirt there are no guests and no warning', async () => {
  const { guests, notes, own } = await read({ [guestCommands.all.text]: undefined });
  expect([guests, notes, own.hypervisor]).toEqual([[], [], undefined]);
});

test.each<[string, StubOutput | string]>([
  ['cut off', { text: web.slice(0, 400), status: 0 }],
  ['refused', { text: '', status: 1 }],
  ['lost', { text: web, ending: 'signal' }],
  ['another document', '<network><name>x</name></network>'],
])('a guest whose description is %s is left out with a warning, and the others are read', async (_name, output) => {
  const { guests, notes } = await read({ [guestCommands.guest.text.replace('UUID', uuidOf(1))]: output });
  expect(guests.map(({ name }) => name)).toEqual(['stopped']);
  expect(notes).toEqual(['1 guests of libvirt could not be read']);
});

test('any text gives no error', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.string({ unit: 'binary', maxLength: 200 }), (from, to, random) => {
      const [start, end] = [from % web.length, to % web.length];
      expect(parseGuest(web.slice(0, start), uuidOf(1), true)).toBeUndefined();
      parseGuest(web.slice(0, start) + random + web.slice(end), uuidOf(1), true);
      parseLeases(leases.slice(0, start) + random + leases.slice(end));
    }),
  );
  expect(parseGuest('<domain>'.repeat(10_000), uuidOf(1), true)).toBeUndefined();
  expect(
    parseGuest('<!DOCTYPE d [<!ENTITY a "x">]><domain><name>&a;</name></domain>', uuidOf(1), true),
  ).toBeUndefined();
});
