// Tries a credential on a device, and reads all of a device that it opens.
import type {
  DeviceFacts,
  DeviceTable,
  InterfaceFacts,
  NeighborFacts,
  SnmpCredential,
  SnmpOptions,
  SnmpTrial,
  SystemFacts,
} from './facts';
import { placePort } from './ports';
import { keyExtensionsOf, openSession, SnmpFailure, type SnmpSession } from './session';
import { readAddresses } from './tables/addresses';
import { readArp } from './tables/arp';
import { readBridgePorts, readPlainFdb, readVlanFdb, type BridgePorts, type Learned } from './tables/bridge';
import { readCdp } from './tables/cdp';
import { isCisco, readCiscoVlans, readFdbByVlan } from './tables/cisco';
import { readEntity } from './tables/entity';
import { readInterfaces } from './tables/interfaces';
import { readLldp } from './tables/lldp';
import { readSystem } from './tables/system';
import { readVlans } from './tables/vlans';
import { deviceOf, type Device } from './walk';

/** Whether the device answers the credential. */
export async function trySnmp(address: string, credential: SnmpCredential, options: SnmpOptions): Promise<SnmpTrial> {
  const opened = await open(address, credential, options);
  if ('session' in opened) {
    opened.session.close();
    return { outcome: 'opened' };
  }
  const { kind, message } = opened.failure;
  if (kind === 'refused') return { outcome: 'refused', reason: message };
  return { outcome: 'silent', ...(kind !== 'timeout' && { reason: message }) };
}

type Opened = { session: SnmpSession; system: SystemFacts } | { failure: SnmpFailure };

/** A session that has answered, with its first answer. */
async function open(address: string, credential: SnmpCredential, options: SnmpOptions): Promise<Opened> {
  const endsAt = performance.now() + (options.deviceMs ?? 120_000);
  let failure: SnmpFailure | undefined;
  for (const one of keyExtensionsOf(credential)) {
    let session: SnmpSession | undefined;
    try {
      session = openSession(address, one, options, endsAt);
      return { session, system: await readSystem(session) };
    } catch (error) {
      session?.close();
      if (!(error instanceof SnmpFailure)) throw error;
      // A device drops what it cannot decrypt, having named its engine before.
      const dropped = error.kind === 'timeout' && session?.hasNamedEngine();
      failure = dropped ? new SnmpFailure('refused', 'no answer to this user and its keys') : error;
      if (failure.kind !== 'refused') break;
    }
  }
  return { failure: failure! };
}

/** Everything of one device. What the device does never throws: what could not be read stands in `incomplete`. */
export async function readDevice(
  address: string,
  credential: SnmpCredential,
  options: SnmpOptions,
): Promise<DeviceFacts> {
  const facts: DeviceFacts = {
    system: {},
    interfaces: [],
    addresses: [],
    arp: [],
    vlans: [],
    unplacedNeighbors: [],
    incomplete: ['interfaces', 'addresses', 'arp', 'lldp', 'cdp', 'fdb', 'vlans', 'entity'],
  };
  const opened = await open(address, credential, options);
  if ('failure' in opened) return facts;
  const { session, system } = opened;
  try {
    return await new Reading(deviceOf(session), { ...facts, system }).run();
  } finally {
    session.close();
  }
}

class Reading {
  private readonly incomplete = new Set<DeviceTable>();
  private byIndex: ReadonlyMap<number, InterfaceFacts> = new Map();

  constructor(
    private readonly device: Device,
    private readonly facts: DeviceFacts,
  ) {}

  async run(): Promise<DeviceFacts> {
    await this.read('interfaces', () => this.interfaces());
    await this.read('addresses', async () => {
      const { addresses, isComplete } = await readAddresses(this.device);
      this.facts.addresses = addresses;
      return isComplete;
    });
    await this.read('lldp', () => this.lldp());
    await this.read('cdp', () => this.cdp());
    await this.bridge();
    await this.read('arp', async () => {
      const { arp, isComplete } = await readArp(this.device);
      this.facts.arp = arp;
      return isComplete;
    });
    await this.read('entity', async () => {
      const { entity, isComplete } = await readEntity(this.device);
      this.facts.entity = entity;
      return isComplete;
    });
    // What hangs on interfaces cannot be placed where these are not known.
    if (this.incomplete.has('interfaces'))
      for (const table of ['lldp', 'cdp', 'fdb', 'vlans', 'arp'] as const) this.incomplete.add(table);
    return { ...this.facts, incomplete: [...this.incomplete] };
  }

  /** `read` says whether its table came to its end. */
  private async read(table: DeviceTable, read: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await read())) this.incomplete.add(table);
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      this.incomplete.add(table);
    }
  }

  private async interfaces(): Promise<boolean> {
    const { interfaces, isComplete } = await readInterfaces(this.device);
    this.facts.interfaces = interfaces;
    this.byIndex = new Map(interfaces.map((port) => [port.ifIndex, port]));
    return isComplete;
  }

  private async lldp(): Promise<boolean> {
    const { chassisId, localPorts, neighbors, isComplete } = await readLldp(this.device);
    this.facts.chassisId = chassisId;
    for (const { port: number, facts } of neighbors)
      if (facts.protocol === 'LLDP-V2') this.place(this.byIndex.get(number), { ...facts, localPort: 'resolved' });
      else {
        const placed = placePort(this.facts.interfaces, number, localPorts.get(number));
        this.place(placed?.port, { ...facts, localPort: placed?.how ?? 'assumed' });
      }
    return isComplete;
  }

  private async cdp(): Promise<boolean> {
    const { neighbors, isComplete } = await readCdp(this.device);
    for (const { ifIndex, facts } of neighbors) this.place(this.byIndex.get(ifIndex), facts);
    return isComplete;
  }

  private place(port: InterfaceFacts | undefined, neighbor: NeighborFacts): void {
    (port?.neighbors ?? this.facts.unplacedNeighbors).push(neighbor);
  }

  /** VLANs and learned addresses: both know ports by the bridge's numbers. */
  private async bridge(): Promise<void> {
    let ports: BridgePorts = new Map();
    const readPorts = async (): Promise<boolean> => {
      const reading = await readBridgePorts(this.device, this.byIndex);
      ports = reading.ports;
      return reading.isComplete;
    };
    await this.read('fdb', readPorts);
    if (this.incomplete.has('fdb')) this.incomplete.add('vlans');
    await this.read('vlans', () => this.vlans(ports));
    const learned: Learned = new Map();
    await this.read('fdb', () => this.fdb(ports, learned));
    const own = new Set(this.facts.interfaces.map(({ mac }) => mac));
    for (const [port, macs] of learned) port.fdbMacs = [...macs].filter((mac) => !own.has(mac));
  }

  private async vlans(ports: BridgePorts): Promise<boolean> {
    const q = await readVlans(this.device, ports);
    this.facts.vlans = q.vlans;
    if (q.vlans.length > 0 || !isCisco(this.facts.system.objectId)) return q.isComplete;
    const cisco = await readCiscoVlans(this.device, this.byIndex);
    this.facts.vlans = cisco.vlans;
    return q.isComplete && cisco.isComplete;
  }

  /** The plain table is read only where that of all VLANs is empty: it would say the same again. */
  private async fdb(ports: BridgePorts, learned: Learned): Promise<boolean> {
    const { vlans, system } = this.facts;
    const all = await readVlanFdb(this.device, ports, learned);
    if (all.rows > 0 || !all.isComplete) return all.isComplete;
    const plain = await readPlainFdb(this.device, ports, learned);
    if (!isCisco(system.objectId) || vlans.length === 0) return plain.isComplete;
    const byVlan = await readFdbByVlan(this.device, vlans, this.byIndex, learned);
    return plain.isComplete && byVlan.isComplete;
  }
}
