// Builders for small networks, and text outlines of graphs for comparison with handwritten outlines.
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { capitalize } from '../../../../src/platform/text/names';
import type { Container, Edge, Graph } from '../../../../src/modules/topology/graph/graph';
import type {
  Inventory,
  InventoryHost,
  InventoryInterface,
  Software,
} from '../../../../src/modules/topology/graph/inventory';
import {
  nameOfRule,
  type EdgeType,
  type OptionalEdgeType,
  type RequestOptions,
  type Rule,
  type View,
} from '../../../../src/modules/topology/graph/options';

const categories: Readonly<Record<string, string>> = {
  docker: 'ContainerRuntime',
  podman: 'ContainerRuntime',
  proxmox: 'Hypervisor',
  router: 'NetworkCore',
  'open-ports': 'OpenPorts',
};

/**
 * The software of a service: `docker` is the container runtime Docker, `router` a gateway; any other name is plain
 * software of the category.
 */
function softwareNamed(definition: string, category = categories[definition] ?? 'Unknown'): Software {
  return {
    definition,
    name: capitalize(definition),
    category,
    icon: `${definition}.svg`,
    isHypervisor: category === 'Hypervisor',
    isContainerRuntime: category === 'ContainerRuntime',
    isGateway: definition === 'router',
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Rows = { -readonly [K in keyof Inventory]: Mutable<Inventory[K][number]>[] };

interface HostFacts {
  /**
   * Subnet and address such as `lan 10.0.0.5`, in the order of the host's addresses. The id of the address row is
   * `<host>@<address>`.
   */
  readonly at?: readonly string[];
  readonly displayName?: string;
  readonly vmName?: string;
  readonly hidden?: boolean;
  /** Id of the hypervisor's service on which the host runs as a virtual machine. */
  readonly on?: string;
  /** Whether the host is a virtual machine, even if its hypervisor is unknown. */
  readonly isVirtual?: boolean;
  readonly tags?: readonly string[];
}
interface ServiceFacts {
  readonly on: string;
  readonly software?: string;
  readonly category?: string;
  readonly name?: string;
  /**
   * Bindings such as `10.0.0.5:80`, `*:80`, `10.0.0.5` or `*`. The id of the binding row is `<service>/<text>`, the id
   * of the port row is `<host>:80`.
   */
  readonly listens?: readonly string[];
  /** Id of the container runtime's service in which this service runs as a container. */
  readonly in?: string;
  readonly isContainer?: boolean;
  readonly project?: string;
  readonly tags?: readonly string[];
}
interface PortFacts {
  readonly ifType?: number | null;
  readonly status?: string | null;
  readonly vlan?: number;
  readonly tagged?: readonly number[];
  /** Id of the aggregate to which the port belongs. */
  readonly in?: string;
  readonly isStpBlocked?: boolean;
  readonly mac?: string;
}

/** Builds an inventory whose row ids are names: host `web`, address `web@10.0.0.5`, port `sw/1`, VLAN `vlan-10`. */
export class Drawing {
  readonly rows: Rows = {
    hosts: [],
    subnets: [],
    ipAddresses: [],
    interfaces: [],
    ports: [],
    bindings: [],
    services: [],
    groups: [],
    vlans: [],
    tags: [],
  };

  subnet(id: string, cidr: string, subnetType = 'Lan', { name = id, runtime = '', tags = [] as string[] } = {}): this {
    this.rows.subnets.push({
      id,
      name,
      cidr,
      subnetType,
      virtualizationServiceId: runtime === '' ? null : runtime,
      tagIds: tags,
    });
    return this;
  }

  host(id: string, facts: HostFacts = {}): this {
    const { at = [], displayName = id, vmName = null, hidden = false, on = null, tags = [] } = facts;
    const isVirtual = facts.isVirtual ?? on !== null;
    this.rows.hosts.push({ id, displayName, vmName, hidden, isVirtual, virtualizationServiceId: on, tagIds: tags });
    at.forEach((text, position) => {
      const [subnetId, ipAddress] = text.split(' ') as [string, string];
      this.rows.ipAddresses.push({ id: `${id}@${ipAddress}`, hostId: id, subnetId, ipAddress, position });
    });
    return this;
  }

  service(id: string, facts: ServiceFacts): this {
    const { on: hostId, software = id, category, name = id, listens = [], project = null, tags = [] } = facts;
    this.rows.services.push({
      id,
      hostId,
      name,
      position: this.rows.services.filter((other) => other.hostId === hostId).length,
      software: softwareNamed(software, category),
      isContainer: facts.isContainer ?? facts.in !== undefined,
      composeProject: project,
      virtualizationServiceId: facts.in ?? null,
      tagIds: tags,
    });
    for (const text of listens) {
      const [, address, number] = /^([^:]+)(?::(\d+))?$/.exec(text)!;
      const portId = number === undefined ? null : `${hostId}:${number}`;
      if (portId !== null && !this.rows.ports.some((port) => port.id === portId))
        this.rows.ports.push({ id: portId, hostId, number: Number(number), protocol: 'Tcp' });
      const ipAddressId = address === '*' ? null : `${hostId}@${address}`;
      this.rows.bindings.push({ id: `${id}/${text}`, serviceId: id, ipAddressId, portId });
    }
    return this;
  }

  /** Adds a port by its id: `sw/1` is port 1 of the host sw. */
  port(
    id: string,
    { ifType = 6, status = 'Up', vlan, tagged = [], in: aggregateId, isStpBlocked, mac }: PortFacts = {},
  ): this {
    const [hostId, displayName] = id.split('/') as [string, string];
    this.rows.interfaces.push({
      id,
      hostId,
      displayName,
      ifType,
      operStatus: status,
      ipAddressId: null,
      nativeVlanId: vlan === undefined ? null : `vlan-${vlan}`,
      taggedVlanIds: tagged.map((number) => `vlan-${number}`),
      neighbors: [],
      ...(aggregateId !== undefined && { aggregateId }),
      ...(isStpBlocked && { isStpBlocked }),
      ...(mac !== undefined && { macAddress: mac }),
    });
    return this;
  }

  /** Makes the first port report a neighbor: the other port, or a host without a port name. */
  neighbour(
    reporter: string,
    far: string,
    protocol: 'LLDP' | 'CDP' = 'LLDP',
    basis: 'FDB' | 'Manual' | null = null,
  ): this {
    const port = this.rows.interfaces.find(({ id }) => id === reporter)!;
    const [hostId, name] = far.split('/') as [string, string | undefined];
    const neighbors: InventoryInterface['neighbors'] = port.neighbors;
    port.neighbors = [...neighbors, { interfaceId: name === undefined ? null : far, hostId, protocol, basis }];
    return this;
  }

  /** Gives the port a forwarding table with these MAC addresses. */
  learned(port: string, macs: readonly string[], readAt: string | null = null, runId: string | null = null): this {
    this.rows.interfaces = this.rows.interfaces.map((row) =>
      row.id === port ? { ...row, learned: { macs: macs.join(' '), readAt, runId } } : row,
    );
    return this;
  }

  down(reporter: string, downSince: string): this {
    const port = this.rows.interfaces.find(({ id }) => id === reporter)!;
    port.neighbors = port.neighbors.map((one) => ({ ...one, downSince }));
    return this;
  }

  vlan(number: number, name = '', id = `vlan-${number}`): this {
    this.rows.vlans.push({ id, vlanNumber: number, name });
    return this;
  }

  tag(id: string, { isApplication = false, color = 'Blue', name = id } = {}): this {
    this.rows.tags.push({ id, name, color, isApplication });
    return this;
  }

  /** Adds a group. Its members are bindings if the first id contains a slash, otherwise services. */
  group(id: string, groupType: 'RequestPath' | 'HubAndSpoke', memberIds: readonly string[]): this {
    const memberType = memberIds[0]?.includes('/') ? 'Bindings' : 'Services';
    this.rows.groups.push({ id, name: id, groupType, memberType, memberIds });
    return this;
  }

  changeHost(id: string, change: Partial<InventoryHost>): this {
    this.rows.hosts = this.rows.hosts.map((host) => (host.id === id ? { ...host, ...change } : host));
    return this;
  }
}

export const draw = (): Drawing => new Drawing();

interface DrawingOptions {
  readonly rules?: readonly Rule[];
  /** Whether container bridges are merged; true by default. */
  readonly merges?: boolean;
  readonly applications?: readonly string[];
  readonly hides?: readonly string[];
  readonly hidesLinkStates?: readonly string[];
  readonly optionalEdgeTypes?: readonly OptionalEdgeType[];
  /** Whether the L3 view shows hosts that count as missing. */
  readonly showsMissing?: boolean;
}

/**
 * The options of a new topology. A rule's id is its name, followed by its position if the name occurs several times.
 */
export function buildOptions({
  rules = [],
  merges = true,
  applications = [],
  hides = [],
  ...rest
}: DrawingOptions = {}): RequestOptions {
  const entry = (rule: Rule) => ({ id: nameOfRule(rule), rule });
  const elementRules = rules.map((rule, index) => {
    const name = nameOfRule(rule);
    const isRepeated = rules.findIndex((other) => nameOfRule(other) === name) < index;
    return { id: isRepeated ? `${name} ${index}` : name, rule };
  });
  const hiddenKinds = [...hides];
  return {
    containerRules: {
      L2Physical: [entry('ByHost')],
      L3Logical: [entry('BySubnet'), ...(merges ? [entry('MergeContainerBridges')] : [])],
      Workloads: [entry('ByHost')],
      Application: [entry({ ByApplication: { tag_ids: [...applications] } })],
    },
    elementRules,
    hideEntities: { L2Physical: hiddenKinds, L3Logical: hiddenKinds, Workloads: hiddenKinds, Application: hiddenKinds },
    hideMetadataValues: {
      L2Physical: { Interface: { LinkState: [...(rest.hidesLinkStates ?? [])] } },
      ...(rest.showsMissing && { L3Logical: { Host: { Staleness: [] } } }),
    },
    ...(rest.optionalEdgeTypes && { optionalEdgeTypes: [...rest.optionalEdgeTypes] }),
  };
}

export const prepareDrawing = ({ rows }: Drawing, options?: DrawingOptions) =>
  prepareInventory(rows, buildOptions(options));

export const drawGraph = (drawing: Drawing, view: View, options?: DrawingOptions): Graph =>
  buildGraph(prepareDrawing(drawing, options), view);

/** The name of each node in outlines: `[web]` is the box of the host web; other nodes have the name of their row. */
function namesOf({ nodes }: Graph): ReadonlyMap<string, string> {
  return new Map(
    nodes.map((node) => [node.id, node.nodeType === 'Container' ? `[${node.entityId ?? node.header}]` : node.id]),
  );
}

/** The graph as text: boxes such as `Subnet "LAN: 10.0.0.0/24"`, with the nodes in each box indented below it. */
export function outline(graph: Graph): string[] {
  const quoteHeader = (header: string | null) => (header === null ? '' : ` "${header}"`);
  const drawLines = (boxId: string | null, indent: string): string[] =>
    graph.nodes.flatMap((node) => {
      const around = node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
      if (around !== boxId) return [];
      if (node.nodeType === 'Container')
        return [`${indent}${node.containerType}${quoteHeader(node.header)}`, ...drawLines(node.id, `${indent}  `)];
      const rows = node.inlineGroups.map(({ role, entityId }) => ` ${role === 'Header' ? '+' : '-'}${entityId}`);
      return [`${indent}${node.id}${quoteHeader(node.header)}${rows.join('')}`];
    });
  return drawLines(null, '');
}

/** Edges as sorted lines such as `SameHost web@10.0.0.5 > web@10.1.0.5 "web"`, some followed by `multi-hop`. */
export function edgeLines(graph: Graph): string[] {
  const names = namesOf(graph);
  const line = ({ edgeType, source, target, label, isMultiHop }: Edge) =>
    `${edgeType} ${names.get(source)} > ${names.get(target)}${label === null ? '' : ` "${label}"`}${isMultiHop ? ' multi-hop' : ''}`;
  return graph.edges.map(line).sort();
}

/** The edges of one type in a view, in the order of the graph. */
export const drawEdges = (drawing: Drawing, view: View, edgeType: EdgeType, options?: DrawingOptions): Edge[] =>
  drawGraph(drawing, view, options).edges.filter((edge) => edge.edgeType === edgeType);
export const drawLines = (drawing: Drawing, view: View, edgeType: EdgeType, options?: DrawingOptions): string[] =>
  edgeLines(drawGraph(drawing, view, options)).filter((line) => line.startsWith(edgeType));

export const listBoxes = ({ nodes }: Graph): Container[] =>
  nodes.filter((node): node is Container => node.nodeType === 'Container');

/** The only box of the type. Throws unless there is exactly one. */
export function findBox(graph: Graph, containerType: Container['containerType']): Container {
  const [box, ...others] = listBoxes(graph).filter((one) => one.containerType === containerType);
  expect(others).toEqual([]);
  return box!;
}

/** Subnets of different types, two of them bridges of the container runtime `docker`. */
export const subnets = (): Drawing =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .subnet('dmz', '10.1.0.0/24', 'Dmz')
    .subnet('net', '203.0.113.0/24', 'Internet')
    .subnet('lo', '127.0.0.0/8', 'Loopback')
    .subnet('bridge', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .subnet('bridge-2', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker' });

/** Two containers on two bridges of one runtime: `shop` is on both bridges, `wiki` on one bridge. */
export const containers = (): Drawing =>
  subnets()
    .host('box', {
      at: ['bridge 172.17.0.10', 'bridge 172.17.0.9', 'bridge-2 172.18.0.2', 'dmz 10.1.0.2', 'lan 10.0.0.2'],
      displayName: 'Box',
    })
    .service('docker', { on: 'box', listens: ['10.0.0.2:2375'] })
    .service('shop', { on: 'box', in: 'docker', listens: ['172.17.0.10:80', '172.18.0.2:80'] })
    .service('wiki', { on: 'box', in: 'docker', listens: ['172.17.0.9:80', '10.0.0.2:8080'] })
    .service('plain', { on: 'box', listens: ['172.17.0.10:99'] });
