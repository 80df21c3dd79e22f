// A demo host while it is built: its addresses, ports of the ifTable, transport ports, services and bindings.
import type { Device, PortSet } from '../equipment/device-families';
import type { HostSpec, NetworkParts, SubnetDraft, VlanDraft } from './network-parts';
import type { NetworkRows } from './rows';
import { softwareName, softwarePorts, type Software } from '../equipment/software';
import type { TagName } from './tags';
import type { Seen } from './timeline';

type Row<T extends keyof NetworkRows> = NetworkRows[T][number];
export type AddressRow = Row<'ip_addresses'> & { id: string };
export type ServiceRow = Row<'services'> & { id: string };
export type BindingRow = Row<'bindings'> & { id: string };

export interface PortDraft {
  readonly host: HostDraft;
  readonly row: Row<'interfaces'> & { id: string };
  /**
   * MAC addresses that the switch port has learned. Changes of this array also change `row`, which contains the same
   * array.
   */
  readonly learned: string[];
  readonly use: PortSet['use'] | 'bundle' | 'vlan' | 'virtual';
  isTaken: boolean;
}

export interface ServiceSpec {
  readonly name?: string;
  /**
   * Id of the service definition, if the definition exists only in the demo; undefined for a definition of the service
   * registry.
   */
  readonly definition?: string;
  readonly ports?: readonly string[];
  /** The address at which the service listens; undefined for all addresses, null for no binding. */
  readonly on?: AddressRow | null;
  readonly confidence?: 'Low' | 'Medium' | 'High' | 'Certain';
  readonly isManual?: boolean;
  readonly container?: { runtime: 'Docker' | 'Podman'; name: string; project: string | null; serviceId: string };
  readonly tags?: readonly TagName[];
}

const without = ({ isStale: _, ...times }: Seen) => times;

export class HostDraft {
  readonly id: string;
  readonly name: string;
  readonly row: Row<'hosts'> & { id: string };
  readonly seenColumns: Seen;
  readonly device: Device;
  readonly chassisMac: string;
  readonly addresses: AddressRow[] = [];
  readonly interfaces: PortDraft[] = [];
  readonly services: ServiceRow[] = [];
  /** Bindings by service id, in the order of the service's ports. */
  readonly bindings = new Map<string, BindingRow[]>();
  private readonly macs: string[];
  private readonly openPorts = new Map<string, string>();
  private slots = 0;
  private nextIndex = 1;

  constructor(
    private readonly network: NetworkParts,
    spec: HostSpec,
  ) {
    const { device, name, machine } = spec;
    const { chance, scope } = network;
    this.name = name;
    this.device = device;
    this.id = network.id(`host/${name}`);
    this.seenColumns = spec.seenColumns ?? network.timeline.always();
    this.macs = network.macs.take(chance.pick(device.macPrefixes), device.vlanPort ? 128 : 4);
    this.chassisMac = this.macs[0]!;
    const isManaged = device.sysObjectId !== undefined;
    const hostname = spec.hasHostname === false ? null : `${name}.${scope.domain}`;
    const version = device.versions ? chance.pick(device.versions) : null;
    const fill = (text: string) => text.replace('{v}', version ?? '').replace('{host}', name);
    const withSource = (value: string | null | undefined, source: string) => ({
      value: value ?? null,
      source: value ? source : null,
    });
    const source = isManaged ? 'snmp' : 'fingerprint';
    const model = withSource(device.model, source);
    const serial = withSource(device.serial && (isManaged || machine) ? chance.textLike(device.serial) : null, source);
    const os = withSource(spec.os ?? (device.os && fill(device.os)), source);
    this.row = {
      id: this.id,
      ...without(this.seenColumns),
      networkId: scope.networkId,
      sourceType: spec.source ?? 'Discovery',
      name,
      hostname,
      description: spec.description ?? null,
      hidden: spec.hidden ?? false,
      sysDescr: device.sysDescr && !machine ? fill(device.sysDescr) : null,
      sysObjectId: device.sysObjectId ?? null,
      sysLocation: isManaged ? (spec.location ?? null) : null,
      sysContact: isManaged && device.vlanPort ? `noc@${scope.domain}` : null,
      chassisId: device.lldpPortId ? this.chassisMac : null,
      sysName: isManaged ? hostname : null,
      sysNameSource: isManaged ? 'snmp' : null,
      manufacturer: device.manufacturer,
      manufacturerSource: isManaged ? 'snmp' : 'oui',
      model: model.value,
      modelSource: model.source,
      serialNumber: serial.value,
      serialNumberSource: serial.source,
      firmwareRevision: version,
      firmwareRevisionSource: version ? source : null,
      softwareRevision: device.vlanPort ? version : null,
      softwareRevisionSource: device.vlanPort ? source : null,
      os: os.value,
      osSource: os.source,
      managementUrl: null,
      virtualizationType: machine?.type ?? null,
      vmName: machine ? name : null,
      vmId: machine?.vmId ?? null,
      virtualizationServiceId: machine?.serviceId ?? null,
    };
    if (device.ports) this.addSlot();
  }

  get firstAddress(): AddressRow {
    return this.addresses[0]!;
  }

  get mac(): string {
    return this.firstAddress.macAddress ?? this.chassisMac;
  }

  /** Adds a line card, or a stack member. */
  private addSlot(): void {
    const slot = (this.device.firstSlot ?? 1) + this.slots++;
    for (const { name, descr, first, count, gbps, use } of this.device.ports ?? []) {
      for (let number = first; number < first + count; number++) {
        const fill = (text: string) => text.replace('{s}', String(slot)).replace('{n}', String(number));
        this.addPort({ ifName: fill(name), ifDescr: fill(descr), ifType: 6, gbps, use });
      }
    }
  }

  addPort(port: {
    ifName: string;
    ifDescr: string;
    ifType: number;
    gbps: number | null;
    use: PortDraft['use'];
    mac?: string;
    isUp?: boolean;
    vlan?: VlanDraft;
  }): PortDraft {
    const learnedMacs: string[] = [];
    // The first MAC address of a switch belongs to the switch itself. On other devices it belongs to the first port.
    const next = this.macs[this.interfaces.length + (this.device.vlanPort ? 1 : 0)];
    const mac = port.mac ?? next ?? this.network.macs.take(this.network.chance.pick(this.device.macPrefixes))[0]!;
    const row = {
      id: this.network.id(`host/${this.name}/if/${port.ifName}`),
      ...without(this.seenColumns),
      networkId: this.row.networkId,
      hostId: this.id,
      ifIndex: this.nextIndex++,
      ifDescr: port.ifDescr,
      ifName: port.ifName,
      ifAlias: null as string | null,
      ifType: port.ifType,
      speedBps: port.gbps === null ? null : port.gbps * 1e9,
      adminStatus: 'Up' as const,
      operStatus: port.isUp ? ('Up' as const) : ('Down' as const),
      macAddress: mac,
      ipConfigured: false,
      isStpRootPort: false,
      fdbMacs: learnedMacs,
      ipAddressId: null as string | null,
      nativeVlanId: port.vlan?.id ?? null,
    };
    this.network.rows.interfaces.push(row);
    const portDraft: PortDraft = { host: this, row, learned: learnedMacs, use: port.use, isTaken: port.isUp ?? false };
    this.interfaces.push(portDraft);
    return portDraft;
  }

  /**
   * Takes the next free port for access, uplinks or management. If the device has no free port left, it gets another
   * line card.
   */
  takePort(use: PortSet['use']): PortDraft {
    const find = () => this.interfaces.find((port) => port.use === use && !port.isTaken);
    let port = find();
    if (!port) {
      this.addSlot();
      port = find();
    }
    if (!port) throw new Error(`${this.device.model} has no ${use} ports`);
    port.isTaken = true;
    port.row.operStatus = 'Up';
    return port;
  }

  addAddress(
    subnet: SubnetDraft,
    options: { mac?: string | null; name?: string; offset?: number; address?: string } = {},
  ): AddressRow {
    const ipAddress = options.address ?? this.network.takeAddress(subnet, options.offset);
    const row = {
      id: this.network.id(`host/${this.name}/ip/${subnet.id}/${ipAddress}`),
      ...without(this.seenColumns),
      networkId: this.row.networkId,
      hostId: this.id,
      subnetId: subnet.id,
      subnetCidr: subnet.cidr,
      ipAddress,
      name: options.name ?? null,
      macAddress: options.mac === undefined ? this.chassisMac : options.mac,
      position: this.addresses.length,
    };
    this.addresses.push(row);
    this.network.rows.ip_addresses.push(row);
    if (this.addresses.length === 1 && this.device.hasWebInterface) this.row.managementUrl = `https://${ipAddress}/`;
    return row;
  }

  private openPort(text: string): string {
    const existingPort = this.openPorts.get(text);
    if (existingPort) return existingPort;
    const [number = '', protocol] = text.split('/');
    const id = this.network.id(`host/${this.name}/port/${text}`);
    this.network.rows.ports.push({
      id,
      ...without(this.seenColumns),
      networkId: this.row.networkId,
      hostId: this.id,
      number: Number(number),
      protocol: protocol === 'udp' ? 'Udp' : 'Tcp',
    });
    this.openPorts.set(text, id);
    return id;
  }

  addService(software: Software, spec: ServiceSpec = {}): ServiceRow {
    const { container, confidence = 'High', isManual = this.row.sourceType === 'Manual' } = spec;
    const ports = spec.ports ?? softwarePorts(software);
    const id = this.network.id(`host/${this.name}/service/${this.services.length}/${container?.name ?? software}`);
    const row: ServiceRow = {
      id,
      ...without(isManual && this.row.sourceType !== 'Manual' ? this.network.timeline.manual(25) : this.seenColumns),
      networkId: this.row.networkId,
      hostId: this.id,
      sourceType: isManual ? 'Manual' : 'DiscoveryWithMatch',
      sourceConfidence: isManual ? null : confidence,
      sourceReason: isManual ? null : reasonOf(confidence, ports, container !== undefined),
      name: spec.name ?? softwareName(software),
      serviceDefinition: spec.definition ?? software,
      position: this.services.length,
      virtualizationType: container?.runtime ?? null,
      containerName: container?.name ?? null,
      containerId: container ? this.network.chance.textLike('~'.repeat(12)) : null,
      composeProject: container?.project ?? null,
      virtualizationServiceId: container?.serviceId ?? null,
    };
    this.services.push(row);
    this.network.rows.services.push(row);
    for (const tag of spec.tags ?? []) this.network.tag('serviceId', id, tag);
    if (spec.on !== null) for (const port of ports) this.bind(row, port, spec.on);
    return row;
  }

  bind(service: ServiceRow, port: string | undefined, address?: AddressRow): BindingRow {
    const portId = port === undefined ? null : this.openPort(port);
    const row = {
      id: this.network.id(`binding/${service.id}/${port}/${address?.ipAddress}`),
      ...without(this.seenColumns),
      networkId: this.row.networkId,
      hostId: this.id,
      serviceId: service.id,
      portId,
      ipAddressId: address?.id ?? null,
    };
    this.network.rows.bindings.push(row);
    const list = this.bindings.get(service.id) ?? [];
    this.bindings.set(service.id, [...list, row]);
    return row;
  }
}

function reasonOf(confidence: string, ports: readonly string[], isContainer: boolean): string {
  if (isContainer) return 'The image of the container names it';
  const [port] = ports;
  if (!port) return 'Fingerprint of the device';
  if (confidence === 'Certain') return `Banner on port ${port} names product and version`;
  return confidence === 'High' ? `Answer on port ${port} matches` : `Port ${port} is open, nothing contradicts`;
}
