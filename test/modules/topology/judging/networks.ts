// Small networks for the suites about checks, written as hosts, cables, subnets and services. The ids of rows are their
// names.
import type {
  InventoryHost,
  InventoryInterface,
  InventoryIpAddress,
  InventoryNeighbor,
  InventoryService,
  InventorySubnet,
  Software,
} from '../../../../src/modules/topology/graph/inventory';
import type { FactsRule, CheckSelection } from '../../../../src/modules/topology/judging/check-rules';
import type { HostFacts, NetworkFacts, PortFacts, SubnetFacts } from '../../../../src/modules/topology/judging/facts';
import { judge } from '../../../../src/modules/topology/judging/judge';
import type { Verdict } from '../../../../src/modules/topology/judging/verdict';

export const instant = '2026-11-29T08:00:00.000Z';

type HostSpec = Partial<InventoryHost> & Partial<Omit<HostFacts, 'id'>>;
type PortSpec = Partial<Omit<InventoryInterface, 'neighbors'>> & Partial<Omit<PortFacts, 'id'>>;
type SubnetSpec = Partial<InventorySubnet> & Partial<SubnetFacts> & Pick<InventorySubnet, 'cidr'>;
interface AddressSpec extends Partial<InventoryIpAddress> {
  readonly hostId: string;
  readonly subnetId: string;
  readonly ipAddress: string;
}
interface ServiceSpec extends Partial<Omit<InventoryService, 'software'>> {
  readonly hostId: string;
  readonly software?: Partial<Software>;
  /** Ports on which the service listens, such as `53/Udp`. */
  readonly ports?: readonly string[];
}

export interface NetworkSpec extends Partial<Omit<NetworkFacts, 'inventory' | 'hosts' | 'ports' | 'subnets'>> {
  readonly hosts: Readonly<Record<string, HostSpec>>;
  /** Each cable as its two ends: a port such as `core:1`, or a host if its port is not known. */
  readonly cables?: readonly (readonly [string, string])[];
  /** Ports, such as `core:1`. Ports of cables exist without being listed. */
  readonly ports?: Readonly<Record<string, PortSpec>>;
  readonly subnets?: Readonly<Record<string, SubnetSpec>>;
  readonly addresses?: readonly AddressSpec[];
  readonly services?: Readonly<Record<string, ServiceSpec>>;
  /** VLAN numbers by id. */
  readonly vlans?: Readonly<Record<string, number>>;
  readonly tags?: readonly string[];
}

const hostOf = (end: string): string => end.split(':')[0]!;
const isPort = (end: string): boolean => end.includes(':');

function interfacesOf({ cables = [], ports = {} }: NetworkSpec): InventoryInterface[] {
  const ids = new Set([...Object.keys(ports), ...cables.flat().filter(isPort)]);
  const neighbor = (end: string): InventoryNeighbor => ({
    ...{ interfaceId: isPort(end) ? end : null, hostId: hostOf(end), protocol: 'LLDP', basis: null },
  });
  return [...ids].map((id) => {
    const { adminStatus: _a, speedBps: _s, duplex: _d, mtu: _m, errorsPerHour: _e, ...row } = ports[id] ?? {};
    return {
      ...{ id, hostId: hostOf(id), displayName: id.split(':')[1]!, ifType: 6, operStatus: 'Up', ipAddressId: null },
      ...{ nativeVlanId: null, taggedVlanIds: [] },
      neighbors: cables.flatMap(([a, b]) => (a === id ? neighbor(b) : b === id ? neighbor(a) : [])),
      ...row,
    };
  });
}

const portFactsOf = (id: string, spec: PortSpec = {}): PortFacts => ({
  id,
  adminStatus: spec.adminStatus ?? null,
  speedBps: spec.speedBps ?? null,
  duplex: spec.duplex ?? null,
  mtu: spec.mtu ?? null,
  errorsPerHour: spec.errorsPerHour ?? null,
});

const hostRow = (id: string, spec: HostSpec): InventoryHost => ({
  ...{ id, displayName: spec.displayName ?? `the ${id}`, vmName: null, hidden: spec.hidden ?? false },
  ...{ isVirtual: spec.isVirtual ?? false, virtualizationServiceId: spec.virtualizationServiceId ?? null },
  ...{ tagIds: spec.tagIds ?? [], missingSince: spec.missingSince ?? null },
});
const hostFacts = (id: string, spec: HostSpec): HostFacts => ({
  id,
  role: spec.role ?? null,
  manufacturer: spec.manufacturer ?? null,
  model: spec.model ?? null,
  softwareRevision: spec.softwareRevision ?? null,
  createdAt: spec.createdAt ?? '2026-01-01T00:00:00.000Z',
  lastSeenAt: spec.lastSeenAt === undefined ? instant : spec.lastSeenAt,
  answersDefaultCommunity: spec.answersDefaultCommunity ?? null,
});

const softwareOf = (software: Partial<Software> = {}): Software => ({
  ...{ definition: 'nginx', name: 'nginx', category: 'WebServer', icon: null },
  ...{ isHypervisor: false, isContainerRuntime: false, isGateway: false },
  ...software,
});

export function network(spec: NetworkSpec): NetworkFacts {
  const { hosts, ports = {}, subnets = {}, addresses = [], services = {}, vlans = {}, tags = [] } = spec;
  const interfaces = interfacesOf(spec);
  const listening = Object.entries(services).flatMap(([serviceId, { hostId, ports: texts = [] }]) =>
    texts.map((text) => ({ id: `${serviceId} ${text}`, serviceId, hostId, text })),
  );
  return {
    at: spec.at ?? instant,
    inventory: {
      hosts: Object.entries(hosts).map(([id, host]) => hostRow(id, host)),
      subnets: Object.entries(subnets).map(([id, { namespace: _namespace, isSystem: _isSystem, ...subnet }]) => ({
        ...{ id, name: `the ${id}`, subnetType: 'Lan', virtualizationServiceId: null, tagIds: [] },
        ...subnet,
      })),
      ipAddresses: addresses.map((address, position) => ({
        ...{ id: `${address.hostId} ${address.ipAddress} ${address.subnetId}`, position, macAddress: null },
        ...address,
      })),
      interfaces,
      ports: listening.map(({ id, hostId, text }) => ({
        ...{ id, hostId, number: Number(text.split('/')[0]), protocol: text.split('/')[1] as 'Tcp' | 'Udp' },
      })),
      bindings: listening.map(({ id, serviceId }) => ({ id, serviceId, ipAddressId: null, portId: id })),
      services: Object.entries(services).map(([id, { ports: _ports, software, ...service }], position) => ({
        ...{ id, name: `the ${id}`, position, isContainer: false, composeProject: null },
        ...{ virtualizationServiceId: null, tagIds: [] },
        ...service,
        software: softwareOf(software),
      })),
      groups: [],
      vlans: Object.entries(vlans).map(([id, vlanNumber]) => ({ id, vlanNumber, name: '' })),
      tags: tags.map((id) => ({ id, name: id, color: 'Red', isApplication: false })),
    },
    hosts: Object.entries(hosts).map(([id, host]) => hostFacts(id, host)),
    ports: interfaces.map(({ id }) => portFactsOf(id, ports[id])),
    subnets: Object.entries(subnets).map(([id, { namespace = '', isSystem = false }]) => ({ id, namespace, isSystem })),
    virtualAddresses: spec.virtualAddresses ?? [],
    nextHops: spec.nextHops ?? [],
    reservations: spec.reservations ?? [],
    answeringForOthersIds: spec.answeringForOthersIds ?? [],
    certificates: spec.certificates ?? [],
    baselines: spec.baselines ?? new Map(),
  };
}

/** The verdict as texts: its state, then findings such as `! code row`, and missing evidence such as `? code row`. */
export function brief(verdict: Verdict): string[] {
  const missing = verdict.missing.map(({ code, elementIds }) => `? ${[code, ...elementIds].join(' ')}`);
  const findings = verdict.findings.map(({ code, elementIds }) => `! ${[code, ...elementIds].join(' ')}`);
  return [verdict.state, ...findings, ...missing];
}

export const judgeBriefly = (spec: NetworkSpec, rule: FactsRule, selection: CheckSelection = {}): string[] =>
  brief(judge(network(spec), rule, selection));

export const keysOf = (spec: NetworkSpec, rule: FactsRule, selection: CheckSelection = {}): string[] =>
  judge(network(spec), rule, selection).findings.map(({ key }) => key);
