// A network whose machines SNMP, SSH, Proxmox VE and UniFi list: a switch with a locally assigned chassis id, a
// cluster, and guests. The stubs name the same machines and ports differently, as real APIs do.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTargets } from '../../../src/agent/api-targets';
import { someFacts, somePort } from '../../../src/agent/sources/reading';
import type { DeviceFacts } from '../../../src/agent/sources/snmp';
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { resolveNeighborsOfFinishedRuns } from '../../../src/modules/jobs';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { createViewer } from '../../support/viewers';
import { createWorld, type World } from '../../support/world';
import { ApiStub, stubFingerprint, type StubAnswer, type StubRequest } from '../sources/api-stub';
import { answerOf, mac, tokenSettings } from '../sources/proxmox/cluster-stub';
import { account, hostKey, SshStub } from '../sources/ssh/ssh-stub';
import { answerOf as answerOfSite, clientMac, keySettings, unifiMac } from '../sources/unifi/site-stub';
import { newFolder, noCollectors, removeFolder, startAgent } from './agent';

export const sourceNames = ['snmp', 'ssh', 'proxmox', 'unifi'] as const;
export type SourceName = (typeof sourceNames)[number];

export const nodeMac = '00:1B:21:00:00:11';
/** The chassis id that the switch returns by SNMP. UniFi lists the switch by its MAC address `unifiMac(2)`. */
export const localChassisId = '7A:45:58:00:00:02';
const read = { fhrpGroups: [], routingNeighbors: [], wirelessClients: [], unplacedNeighbors: [], notes: [] };
const portMac = (number: number) => `78:45:58:00:01:0${number}`;
const learned: Readonly<Record<number, readonly string[]>> = { 3: [clientMac(1)], 6: [nodeMac, mac(1), mac(2)] };

/** SNMP facts of the switch and of the guest `web`, by the loopback address at which the agent reads them. */
export const devices: Readonly<Record<string, DeviceFacts>> = {
  '127.0.0.4': {
    ...someFacts({
      interfaces: [
        ...[1, 2, 3, 4, 5, 6].map((number) =>
          somePort({
            ...{ ifIndex: number, name: `0/${number}`, descr: `0/${number}`, type: 6, mac: portMac(number) },
            fdbMacs: [...(learned[number] ?? [])],
          }),
        ),
        somePort({ ifIndex: 9, name: 'vlan1', descr: 'vlan1', type: 53, mac: unifiMac(2) }),
      ],
      addresses: [
        { address: '127.0.0.4', prefixLength: 8, ifIndex: 9 },
        { address: '10.99.1.2', prefixLength: 24, ifIndex: 9 },
      ],
      arp: [
        { address: '10.99.0.101', mac: mac(1), ifIndex: 9 },
        { address: '10.99.0.102', mac: mac(2), ifIndex: 9 },
        { address: '10.99.0.11', mac: nodeMac, ifIndex: 9 },
        { address: '10.99.20.11', mac: clientMac(1), ifIndex: 9 },
      ],
    }),
    ...read,
    ...{ system: { name: 'sw-access', objectId: '1.3.6.1.4.1.4413' }, chassisId: localChassisId },
    ...{ hasNeighborTable: true, incomplete: [] },
  },
  '127.0.0.5': {
    ...someFacts({
      interfaces: [
        somePort({ ifIndex: 2, name: 'eth0', descr: 'eth0', type: 6, mac: mac(1) }),
        somePort({ ifIndex: 3, name: 'docker0', descr: 'docker0', type: 6, mac: '02:42:AC:11:00:01' }),
      ],
      addresses: [
        { address: '127.0.0.5', prefixLength: 8, ifIndex: 2 },
        { address: '10.99.0.101', prefixLength: 24, ifIndex: 2 },
      ],
    }),
    ...read,
    ...{ system: { name: 'web', objectId: '1.3.6.1.4.1.8072.3.2.10' }, hasNeighborTable: true, incomplete: [] },
  },
};

/** An address that the agent scans if SNMP is not read; no device responds there. */
const scanned = '127.0.0.9';

/** Outputs of the guest `web` by SSH, by command. */
const outputs: Readonly<Record<string, string>> = {
  'uname -sr': 'Linux 6.1.0\n',
  'uname -n': 'web\n',
  'cat /etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
  'ip -j -d addr show': JSON.stringify([
    {
      ...{ ifindex: 7, ifname: 'ens18', flags: ['UP', 'LOWER_UP'], mtu: 1500, operstate: 'UP', link_type: 'ether' },
      ...{ address: mac(1), addr_info: [{ family: 'inet', local: '10.99.0.101', prefixlen: 24, scope: 'global' }] },
    },
    {
      ...{ ifindex: 3, ifname: 'docker0', flags: ['UP'], mtu: 1500, operstate: 'DOWN', link_type: 'ether' },
      ...{ address: '02:42:ac:11:00:01', linkinfo: { info_kind: 'bridge' } },
      addr_info: [{ family: 'inet', local: '172.17.0.1', prefixlen: 16, scope: 'global' }],
    },
  ]),
  'ip -j neigh show': '[]',
  'ip -j route show table main': '[]',
  'ip -j -6 route show table main': '[]',
};

/** UniFi's response, with the guest `web` added to the clients of the switch. */
function answerOfUnifi(request: StubRequest): StubAnswer | undefined {
  const answer = answerOfSite(request);
  if (!request.path.endsWith('stat/sta')) return answer;
  const body = answer!.body as { data: readonly object[] };
  const guest = { mac: mac(1).toLowerCase(), ip: '10.99.0.101', hostname: 'web', is_wired: true };
  return { body: { ...body, data: [...body.data, { ...guest, sw_mac: unifiMac(2), sw_port: 6 }] } };
}

/** Stubs of all data sources, which several test networks can share. */
export class ManySources {
  readonly proxmox = new ApiStub();
  readonly unifi = new ApiStub();
  readonly ssh = new SshStub({ ident: 'OpenSSH_9.2' });
  private readonly folder = newFolder();

  async start(): Promise<this> {
    for (const stub of [this.proxmox, this.unifi, this.ssh]) await stub.start();
    this.reset();
    return this;
  }

  /** Restores the default responses of all stubs. */
  reset(): void {
    this.proxmox.reply = (request) => answerOf(request);
    this.unifi.reply = answerOfUnifi;
    this.ssh.reply = (command) => outputs[command];
  }

  async stop(): Promise<void> {
    for (const stub of [this.proxmox, this.unifi, this.ssh]) await stub.stop();
    removeFolder(this.folder);
  }

  targets(names: readonly SourceName[]): ReturnType<typeof readTargets> | undefined {
    const place = { address: '127.0.0.1', fingerprint: stubFingerprint };
    const all = [
      { source: 'ssh', address: '127.0.0.1', port: this.ssh.port, fingerprint: hostKey.fingerprint, ...account },
      { source: 'proxmox', ...place, port: this.proxmox.port, ...tokenSettings },
      { source: 'unifi', ...place, port: this.unifi.port, ...keySettings },
    ];
    // The agent reads data sources in the order in which the `--sources` file lists them.
    const orderedEntries = names.flatMap((name) => all.filter(({ source }) => source === name));
    if (orderedEntries.length === 0) return undefined;
    const file = path.join(this.folder, 'sources.json');
    writeFileSync(file, JSON.stringify(orderedEntries), { mode: 0o600 });
    return readTargets(file);
  }
}

/** A separate Netloom network, for which an agent reads the data sources that a test names. */
export class SourceNetwork {
  private runs = 0;
  private readonly folder = newFolder();
  private constructor(
    readonly world: World,
    private readonly key: string,
    private readonly sources: ManySources,
  ) {}

  static async create(sources: ManySources): Promise<SourceNetwork> {
    const world = await createWorld();
    const daemon = await world.addDaemon({ isRegistered: false });
    return new SourceNetwork(world, daemon.credential.key!, sources);
  }

  async close(): Promise<void> {
    await this.world.close();
    removeFolder(this.folder);
  }

  /** Runs a discovery with these data sources, and then resolves the links. Resolves with the run's warnings. */
  async run(names: readonly SourceName[]): Promise<readonly string[]> {
    const { world } = this;
    if (this.runs++ > 0) {
      const where = { networkId: world.networkId, runType: 'Scheduled' as const };
      const { id } = await world.prisma.discovery.findFirstOrThrow({ where });
      expect((await world.owner.rest.post('/discovery/start-session', id)).status).toBe(200);
    }
    const apiTargets = this.sources.targets(names);
    const isByAgent = names.includes('snmp');
    const summary = await startAgent({
      ...{ server: new URL(world.url), key: this.key, state: this.folder, once: true },
      allow: isByAgent ? Object.keys(devices) : [scanned],
      settings: {
        ...{ rate: 10_000, allPorts: false, ports: [1], dockerSocket: '/none' },
        credentials: [{ version: 'v2c', community: 'public' }],
        ...(apiTargets && { apiTargets }),
      },
      collectors: {
        ...noCollectors,
        trySnmp: async (address) => ({ outcome: isByAgent && address in devices ? 'opened' : 'silent' }),
        readDevice: async (address) => devices[address]!,
      },
    }).ended;
    expect(summary).toMatchObject({ phase: 'Complete' });
    const rethrow = (error: unknown) => {
      throw error;
    };
    await resolveNeighborsOfFinishedRuns(dbFor(world.prisma, createViewer(world)), new Date(), new RowsAside(rethrow));
    return summary!.warnings;
  }

  /** All hosts except the agent's own host and the host at `scanned`, with the columns that data sources can fill. */
  async hosts() {
    const rows = await this.world.prisma.host.findMany({
      where: { networkId: this.world.networkId, daemons: { none: {} } },
      orderBy: { id: 'asc' },
      select: {
        ...{ id: true, name: true, sysName: true, chassisId: true, vmId: true, sourceType: true },
        virtualizationService: { select: { host: { select: { name: true } } } },
        ipAddresses: { select: { id: true, ipAddress: true, macAddress: true }, orderBy: { ipAddress: 'asc' } },
        interfaces: {
          select: { id: true, ifName: true, ifAlias: true, ifType: true, macAddress: true },
          orderBy: [{ ifName: 'asc' }, { id: 'asc' }],
        },
      },
    });
    return rows.filter(({ ipAddresses }) => ipAddresses.every(({ ipAddress }) => ipAddress !== scanned));
  }

  /** Stored links, each as `HOST PORT – HOST PORT, BASIS`. */
  async links(): Promise<string[]> {
    const end = { select: { ifName: true, host: { select: { name: true } } } };
    const rows = await this.world.prisma.interfaceNeighbor.findMany({
      where: { networkId: this.world.networkId },
      select: { basis: true, interface: end, remoteInterface: end, remoteHost: { select: { name: true } } },
    });
    return rows
      .map(({ basis, interface: near, remoteInterface: far, remoteHost }) => {
        const to = far ? `${far.host.name} ${far.ifName}` : remoteHost!.name;
        return `${near.host.name} ${near.ifName} – ${to}, ${basis}`;
      })
      .sort();
  }
}
