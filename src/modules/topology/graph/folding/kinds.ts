// The kinds by which folds count nodes, with their names: hosts by purpose, such as printers, and nodes that are not
// hosts.
import type { Node } from '../graph';
import type { InventoryService } from '../inventory';
import { memoizeByIdentity } from '../remembered';

/** The name of each kind, in singular and plural. */
const names = {
  Router: ['router', 'routers'],
  Firewall: ['firewall', 'firewalls'],
  Switch: ['switch', 'switches'],
  AccessPoint: ['access point', 'access points'],
  NetworkAppliance: ['network appliance', 'network appliances'],
  Hypervisor: ['hypervisor', 'hypervisors'],
  VirtualMachine: ['virtual machine', 'virtual machines'],
  ContainerHost: ['container host', 'container hosts'],
  StorageSystem: ['storage system', 'storage systems'],
  Server: ['server', 'servers'],
  Phone: ['phone', 'phones'],
  Printer: ['printer', 'printers'],
  Workstation: ['workstation', 'workstations'],
  MobileDevice: ['mobile device', 'mobile devices'],
  IotDevice: ['IoT device', 'IoT devices'],
  IndustrialDevice: ['industrial device', 'industrial devices'],
  MediaDevice: ['media device', 'media devices'],
  OtherHost: ['other host', 'other hosts'],
  Subnet: ['subnet', 'subnets'],
  Application: ['application', 'applications'],
  Group: ['group', 'groups'],
  Service: ['service', 'services'],
  IpAddress: ['address', 'addresses'],
  Port: ['port', 'ports'],
} as const;
export type FoldedKind = keyof typeof names;
export interface FoldCount {
  readonly kind: FoldedKind;
  readonly count: number;
}

export const nameOfKind = (kind: FoldedKind, count: number): string => names[kind][count === 1 ? 0 : 1];

/** Maximum number of kinds that a text lists by name. The nodes of further kinds are summed up, such as `4 more`. */
const namedKinds = 3;
/** Kinds of nodes that are parts of hosts. A text lists these kinds only if there are no nodes of other kinds. */
const parts: readonly FoldedKind[] = ['Group', 'Service', 'IpAddress', 'Port'];

/** Describes counts of nodes as text, such as `12 phones, 3 printers`. */
export function countsInWords(counts: readonly FoldCount[]): string {
  const wholes = counts.filter(({ kind }) => !parts.includes(kind));
  const countsToName = wholes.length > 0 ? wholes : counts;
  const namedCounts = countsToName.slice(0, namedKinds).map(({ kind, count }) => `${count} ${nameOfKind(kind, count)}`);
  const others = countsToName.slice(namedKinds).reduce((sum, { count }) => sum + count, 0);
  return [...namedCounts, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

/**
 * Kinds of hosts, each with a test of the software that identifies the kind. Of several kinds that match, the first
 * applies: a hypervisor that also serves files is a hypervisor.
 */
const kindsBySoftware: readonly (readonly [FoldedKind, (service: InventoryService) => boolean])[] = [
  ['Hypervisor', ({ software }) => software.isHypervisor],
  [
    'AccessPoint',
    ({ software }) => software.category === 'NetworkAccess' && /access point|eap|repeat|extend/i.test(software.name),
  ],
  [
    'Firewall',
    ({ software }) =>
      software.isGateway && (software.category === 'NetworkAppliance' || /firewall|sense/i.test(software.name)),
  ],
  [
    'Switch',
    ({ software }) =>
      software.definition === 'core-switch' || (software.category === 'NetworkAccess' && !software.isGateway),
  ],
  ['Router', ({ software }) => software.isGateway],
  ['NetworkAppliance', ({ software }) => software.category === 'NetworkAppliance'],
  ['Phone', ({ software }) => software.category === 'Telephony'],
  ['Printer', ({ software }) => software.category === 'Printer'],
  ['StorageSystem', ({ software }) => ['Storage', 'Backup'].includes(software.category)],
  ['IndustrialDevice', ({ software }) => software.category === 'Industrial'],
  ['IotDevice', ({ software }) => ['IoT', 'HomeAutomation'].includes(software.category)],
  ['MobileDevice', ({ software }) => software.category === 'Mobile'],
  ['Workstation', ({ software }) => software.category === 'Workstation'],
  ['ContainerHost', ({ software }) => software.isContainerRuntime],
  ['MediaDevice', ({ software }) => software.category === 'Media'],
  ['Server', ({ software }) => !['OpenPorts', 'RemoteAccess', 'NetworkCore', 'Unknown'].includes(software.category)],
];

export const kindBySoftware = memoizeByIdentity(
  (services: readonly InventoryService[]): FoldedKind =>
    kindsBySoftware.find(([, isOf]) => services.some(isOf))?.[0] ?? 'OtherHost',
);

const kindsOfElements = { Interface: 'Port', IPAddress: 'IpAddress', Service: 'Service' } as const;

/** The kind of a node in the counts of a fold. `kindOf` returns the kind of a host. */
export function kindOfNode(node: Node, kindOf: (hostId: string) => FoldedKind): FoldedKind {
  if (node.nodeType === 'Element')
    return node.elementType === 'Host' ? kindOf(node.hostId) : kindsOfElements[node.elementType];
  if (node.parentContainerId !== null || node.containerType === 'Root') return 'Group';
  if (node.containerType === 'Host') return kindOf(node.entityId!);
  return node.containerType === 'Subnet'
    ? 'Subnet'
    : node.containerType.startsWith('Application')
      ? 'Application'
      : 'Group';
}
