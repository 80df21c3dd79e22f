// Generated inventories for the suites about graphs: any mix of rows, hidden hosts, cycles and dangling references.
import fc from 'fast-check';
import type {
  Inventory,
  InventoryInterface,
  InventoryService,
  Software,
} from '../../../../src/modules/topology/graph/inventory';
import type { RequestOptions, Rule } from '../../../../src/modules/topology/graph/options';

/** An id such as `host-7` as a UUID, the form of ids of rows. */
export const toId = (kind: string, number: number): string => {
  const kinds = [
    'host',
    'subnet',
    'address',
    'interface',
    'port',
    'binding',
    'service',
    'group',
    'vlan',
    'tag',
    'rule',
  ];
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
  return `${hex(kinds.indexOf(kind) + 1, 8)}-0000-4000-8000-${hex(number, 12)}`;
};

const software: readonly Software[] = [
  ['nginx', 'ReverseProxy'],
  ['open-ports', 'OpenPorts'],
  ['switch', 'NetworkAccess'],
  ['proxmox-ve', 'Hypervisor'],
  ['docker', 'ContainerRuntime'],
  ['gateway', 'NetworkCore'],
].map(([definition, category]) => ({
  definition: definition!,
  name: definition!.toUpperCase(),
  category: category!,
  icon: definition!,
  isHypervisor: category === 'Hypervisor',
  isContainerRuntime: category === 'ContainerRuntime',
  isGateway: definition === 'gateway',
}));

const subnetTypes = ['Lan', 'Dmz', 'Internet', 'DockerBridge', 'PodmanBridge', 'Loopback', 'Unknown', 'MacVlan'];
const upTo = (max: number) => fc.integer({ min: 0, max });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** Inventories in which rows refer to other rows by number. A number beyond the last row is a dangling reference. */
export const inventories: fc.Arbitrary<Inventory> = fc
  .record({ hosts: upTo(8), subnets: upTo(5), services: upTo(12), interfaces: upTo(10), tags: upTo(4), vlans: upTo(3) })
  .chain((size) => {
    const rows = <T>(kind: string, count: number, row: fc.Arbitrary<T>) =>
      fc
        .array(row, { minLength: count, maxLength: count })
        .map((list) => list.map((one, index) => ({ id: toId(kind, index), ...one })));
    const reference = (kind: string, count: number) => upTo(count).map((number) => toId(kind, number));
    const tagIds = fc.uniqueArray(reference('tag', size.tags), { maxLength: 2 });
    const host = reference('host', size.hosts);
    const service = reference('service', size.services);
    const text = fc.constantFrom('', 'alpha', 'beta', '10.0.0.1');
    return fc.record({
      hosts: rows(
        'host',
        size.hosts,
        fc.record({
          displayName: text,
          vmName: maybe(text),
          hidden: fc.nat({ max: 4 }).map((chance) => chance === 0),
          isVirtual: fc.boolean(),
          virtualizationServiceId: maybe(service),
          tagIds,
        }),
      ),
      subnets: rows(
        'subnet',
        size.subnets,
        fc.record({
          name: text,
          cidr: fc.constantFrom('10.0.0.0/24', '172.17.0.0/16', '172.18.0.0/16', '2001:db8::/64'),
          subnetType: fc.constantFrom(...subnetTypes),
          virtualizationServiceId: maybe(service),
          tagIds,
        }),
      ),
      ipAddresses: rows(
        'address',
        size.hosts * 2,
        fc.record({
          hostId: host,
          subnetId: reference('subnet', size.subnets),
          ipAddress: fc.constantFrom('10.0.0.1', '10.0.0.10', '172.17.0.2', '2001:db8::1', '::ffff:10.0.0.1'),
          position: upTo(2),
        }),
      ),
      interfaces: rows(
        'interface',
        size.interfaces,
        fc.record({
          hostId: host,
          displayName: text,
          ifType: maybe(fc.constantFrom(6, 24, 53, 135)),
          operStatus: maybe(fc.constantFrom('Up', 'Down')),
          ipAddressId: fc.constant(null),
          nativeVlanId: maybe(reference('vlan', size.vlans)),
          taggedVlanIds: fc.uniqueArray(reference('vlan', size.vlans), { maxLength: 2 }),
          neighbors: fc.array(
            fc.record({
              interfaceId: maybe(upTo(size.interfaces)),
              hostId: host,
              protocol: fc.constantFrom('LLDP' as const, 'CDP' as const),
              basis: fc.constantFrom('FDB' as const, null),
            }),
            { maxLength: 2 },
          ),
        }),
      ).map((list) => list.map((row) => withTrueHosts(row, list))),
      ports: rows(
        'port',
        size.hosts,
        fc.record({ hostId: host, number: fc.constantFrom(22, 80), protocol: fc.constant('Tcp' as const) }),
      ),
      bindings: rows(
        'binding',
        size.services * 2,
        fc.record({
          serviceId: service,
          ipAddressId: maybe(reference('address', size.hosts * 2)),
          portId: maybe(reference('port', size.hosts)),
        }),
      ),
      services: rows(
        'service',
        size.services,
        fc.record({
          hostId: host,
          name: text,
          position: upTo(2),
          software: fc.constantFrom(...software),
          isContainer: fc.boolean(),
          composeProject: maybe(fc.constantFrom('shop', 'wiki')),
          virtualizationServiceId: maybe(service),
          tagIds,
        }),
      ) as fc.Arbitrary<InventoryService[]>,
      groups: rows(
        'group',
        3,
        fc
          .record({
            name: text,
            groupType: fc.constantFrom('RequestPath' as const, 'HubAndSpoke' as const),
            memberType: fc.constantFrom('Services' as const, 'Bindings' as const),
            members: fc.array(upTo(size.services * 2), { maxLength: 5 }),
          })
          .map(({ members, ...group }) => ({
            ...group,
            memberIds: members.map((number) => toId(group.memberType === 'Services' ? 'service' : 'binding', number)),
          })),
      ),
      vlans: rows(
        'vlan',
        size.vlans,
        fc.record({ vlanNumber: fc.constantFrom(1, 10, 20), name: fc.constantFrom('', 'VLAN 10', 'users') }),
      ),
      tags: rows(
        'tag',
        size.tags,
        fc.record({ name: text, color: fc.constantFrom('Red', 'Blue'), isApplication: fc.boolean() }),
      ),
    });
  });

type Reported = Omit<InventoryInterface, 'neighbors'> & {
  neighbors: { interfaceId: number | null; hostId: string; protocol: 'LLDP' | 'CDP'; basis: 'FDB' | null }[];
};

/** Makes a generated neighbor consistent: if it names a port, its host becomes the host of this port. */
function withTrueHosts(row: Reported, all: readonly Reported[]): InventoryInterface {
  return {
    ...row,
    neighbors: row.neighbors.map(({ interfaceId, ...neighbor }) => {
      const far = interfaceId === null ? undefined : all[interfaceId];
      return { ...neighbor, interfaceId: far?.id ?? null, hostId: far?.hostId ?? neighbor.hostId };
    }),
  };
}

/** Inventories in which some ports are members of the first port of their host, an aggregate. */
export const withAggregates = (source: fc.Arbitrary<Inventory>): fc.Arbitrary<Inventory> =>
  fc.tuple(source, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 })).map(([inventory, areMembers]) => {
    const firstPorts = new Map([...inventory.interfaces].reverse().map(({ id, hostId }) => [hostId, id]));
    const interfaces = inventory.interfaces.map((port, at) => {
      const aggregateId = firstPorts.get(port.hostId)!;
      return areMembers[at] && port.id !== aggregateId ? { ...port, aggregateId } : port;
    });
    return { ...inventory, interfaces };
  });

const elementRules: readonly Rule[] = [
  'ByTrunkPort',
  'ByVLAN',
  'ByPortOpStatus',
  { ByServiceCategory: { categories: ['NetworkAccess', 'NetworkCore'], is_infra_rule: true, title: 'Infrastructure' } },
  { ByTag: { tag_ids: [toId('tag', 0), toId('tag', 9)], title: null } },
  { ByTag: { tag_ids: [toId('tag', 1)], title: 'Second' } },
  'ByHypervisor',
  'ByContainerRuntime',
  'ByStack',
];

/** Any choice and order of element rules, with bridges merged or not, and filters on or off. */
export const requestOptions: fc.Arbitrary<RequestOptions> = fc
  .record({
    rules: fc.shuffledSubarray([...elementRules]),
    merges: fc.boolean(),
    limit: fc.subarray([toId('tag', 0), toId('tag', 2)]),
    hidden: fc.subarray(['Subnet', 'Host', 'Service', 'Port', 'Interface', 'IPAddress', 'VLAN', 'Tag']),
    linkStates: fc.subarray(['Linked', 'Unlinked']),
  })
  .map(({ rules, merges, limit, hidden, linkStates }) => {
    const entry = (rule: Rule, number: number) => ({ id: toId('rule', number), rule });
    return {
      containerRules: {
        L3Logical: [entry('BySubnet', 100), ...(merges ? [entry('MergeContainerBridges', 101)] : [])],
        L2Physical: [entry('ByHost', 102)],
        Workloads: [entry('ByHost', 103)],
        Application: [entry({ ByApplication: { tag_ids: limit } }, 104)],
      },
      elementRules: rules.map(entry),
      hideEntities: { L3Logical: hidden, L2Physical: hidden, Workloads: hidden, Application: hidden },
      hideMetadataValues: { L2Physical: { Interface: { LinkState: linkStates } } },
    };
  });
