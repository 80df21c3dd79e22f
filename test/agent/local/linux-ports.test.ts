// Reading the ports of a Linux machine from files like those in /sys/class/net.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBonds, readPortDetails } from '../../../src/agent/local';
import { addBonds } from '../../../src/agent/report/own-machine';
import type { InterfaceFacts } from '../../../src/agent/sources/snmp';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'netloom-ports-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function port(name: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name, file)), { recursive: true });
    writeFileSync(path.join(root, name, file), `${text}\n`);
  }
}

const facts = (name: string, ifIndex: number): InterfaceFacts => ({
  ...{ ifIndex, name, descr: name, taggedVlans: [], fdbMacs: [], neighbors: [] },
});

it('a bond has the members that the kernel lists; a bridge or a missing index gives no bond', () => {
  port('bond0', { ifindex: '9', address: '02:00:00:00:00:09', 'bonding/slaves': 'eth0 eth1 gone' });
  port('bond1', { ifindex: '10', 'bonding/slaves': '' });
  port('eth0', { ifindex: '2' });
  port('eth1', { ifindex: '3' });
  port('br0', { ifindex: '4', 'bridge/bridge_id': '8000.020000000004' });
  expect(readBonds(root)).toEqual([
    {
      ...{ name: 'bond0', ifIndex: 9, mac: '02:00:00:00:00:09' },
      members: [
        { name: 'eth0', ifIndex: 2 },
        { name: 'eth1', ifIndex: 3 },
      ],
    },
    { name: 'bond1', ifIndex: 10, mac: undefined, members: [] },
  ]);
  expect(readBonds(path.join(root, 'absent'))).toEqual([]);
});

it('MTU, duplex and state are read from the files of the kernel, and are unknown without them', () => {
  port('eth0', { mtu: '9000', duplex: 'full', operstate: 'up' });
  port('wg0', { mtu: '1420', duplex: 'unknown', operstate: 'unknown' });
  expect(readPortDetails('eth0', root)).toEqual({ mtu: 9000, duplex: 'Full', operStatus: 'Up' });
  expect(readPortDetails('wg0', root)).toEqual({ mtu: 1420, duplex: undefined, operStatus: undefined });
  expect(readPortDetails('absent', root)).toEqual({ mtu: undefined, duplex: undefined, operStatus: undefined });
});

it('members without addresses are ports of the machine, without the MAC address that they share with the bond', () => {
  port('eth0', { ifindex: '2', mtu: '1500', duplex: 'full', operstate: 'up' });
  port('eth1', { ifindex: '3', operstate: 'down' });
  port('bond0', { ifindex: '9', address: '02:00:00:00:00:09', 'bonding/slaves': 'eth0 eth1' });
  const addressedInterfaceFacts = [{ ...facts('bond0', 9), mac: '02:00:00:00:00:09' }, facts('eth2', 5)];
  expect(addBonds(addressedInterfaceFacts, readBonds(root), (name) => readPortDetails(name, root))).toEqual([
    { ...facts('bond0', 9), mac: '02:00:00:00:00:09', type: 161 },
    facts('eth2', 5),
    { ...facts('eth0', 2), mtu: 1500, duplex: 'Full', operStatus: 'Up', aggregateIfIndex: 9 },
    { ...facts('eth1', 3), operStatus: 'Down', aggregateIfIndex: 9 },
  ]);
});
