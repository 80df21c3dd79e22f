// Converts Kubernetes nodes with their workloads, and external addresses of services, to machines. Pure functions.
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import type { ApiPlace } from '../http/api-client';
import { placeName } from '../http/trust';
import { someFacts, type FoundMachine, type FoundService } from '../reading';
import { exposedServices, serviceFinder, type ExposedService } from './exposure';
import { addressesIn, nameOf, portNumber } from './objects';
import type { Cluster } from './requests';
import { cronJobsOf, runningPods, workloadsOf } from './workloads';

export const sourceName = 'kubernetes';
const workloadDefinition = 'kubernetes-workload';

/** Service definitions of container runtimes, by the part of `containerRuntimeVersion` before `://`. */
const runtimes: ReadonlyMap<string, string> = new Map([
  ['containerd', 'containerd'],
  ['cri-o', 'cri-o'],
  ['docker', 'Docker'],
]);

/** System UUIDs that many boards share, because their firmware was never given a unique UUID. */
const factoryUuids: ReadonlySet<string> = new Set(['03000200-0400-0500-0006-000700080009']);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Node {
  readonly row: Fields;
  readonly name: string;
  readonly addresses: readonly string[];
  /** SMBIOS UUID in lower case. */
  readonly systemUuid?: string;
}

/** The nodes of a cluster, and a machine for each external address of a service that is not the address of a node. */
export function machinesOf(cluster: Cluster, place: ApiPlace): FoundMachine[] {
  const nodes = nodesOf(cluster.nodes);
  const services = exposedServices(cluster.services, cluster.ingresses);
  const pods = runningPods(cluster.pods);
  const options = { cronJobs: cronJobsOf(cluster.jobs), servicesOf: serviceFinder(services) };
  const uuids = nodes.map(({ systemUuid }) => systemUuid);
  const isShared = (one: string | undefined) => uuids.indexOf(one) !== uuids.lastIndexOf(one);
  const ofNodes = nodes.map((node) => {
    const addresses = new Set(node.addresses);
    const workloads = workloadsOf(pods.get(node.name) ?? [], { ...options, addresses });
    return machineOfNode(isShared(node.systemUuid) ? { ...node, systemUuid: undefined } : node, workloads, place);
  });
  const addressesOfNodes = new Set(nodes.flatMap(({ addresses }) => addresses));
  return [...ofNodes, ...machinesOfServices(services, addressesOfNodes)];
}

/** The nodes that have a name, without duplicates. */
function nodesOf(rows: readonly Fields[]): Node[] {
  const namedRows = rows.filter((row) => nameOf(row) !== '');
  return [...new Map(namedRows.map((row) => [nameOf(row), row] as const))].map(([name, row]) => {
    const status = fieldsOf(row.status);
    const isAddress = ({ type }: Fields) => ['InternalIP', 'ExternalIP'].includes(textOf(type));
    const addresses = addressesIn(
      listOf(status.addresses)
        .filter(isAddress)
        .map(({ address }) => address),
    );
    const systemUuid = textOf(fieldsOf(status.nodeInfo).systemUUID).toLowerCase();
    const isIdentifying = uuid.test(systemUuid) && !factoryUuids.has(systemUuid);
    return { row, name, addresses, ...(isIdentifying && { systemUuid }) };
  });
}

interface NamedNode extends Omit<Node, 'systemUuid'> {
  readonly systemUuid?: string | undefined;
}

function machineOfNode(
  { row, name, addresses, systemUuid }: NamedNode,
  containers: ReturnType<typeof workloadsOf>,
  place: ApiPlace,
): FoundMachine {
  const { nodeInfo, daemonEndpoints } = fieldsOf(row.status);
  const { osImage, kubeletVersion, containerRuntimeVersion } = fieldsOf(nodeInfo);
  const uid = textOf(fieldsOf(row.metadata).uid);
  const [os, version, runtime] = [textOf(osImage), textOf(kubeletVersion), textOf(containerRuntimeVersion)];
  const kubeletPort = portNumber(fieldsOf(fieldsOf(daemonEndpoints).kubeletEndpoint).Port);
  const { podCIDRs, podCIDR } = fieldsOf(row.spec);
  const podNetworks = (Array.isArray(podCIDRs) ? podCIDRs : [podCIDR]).map(textOf).filter((text) => text !== '');
  const reason = [
    `Kubelet ${version}`.trim(),
    ...(runtime === '' ? [] : [`container runtime ${runtime}`]),
    ...(podNetworks.length === 0 ? [] : [`pod network ${podNetworks.slice(0, 4).join(', ')}`]),
  ].join('; ');
  return {
    // The uid of a node is unique across clusters, and the same at every API server of a cluster.
    ...{ source: sourceName, key: `${sourceName} ${uid === '' ? `${placeName(place)} ${name}` : uid}`, name },
    ...(os !== '' && { os }),
    entity: {
      ...(systemUuid !== undefined && { serialNumber: systemUuid }),
      ...(version !== '' && { softwareRevision: version }),
    },
    facts: someFacts({ addresses: addresses.map((address) => ({ address, ifIndex: 0 })) }),
    engine: {
      ...{ runtime: 'Kubernetes', containers, networks: [] },
      software: runtimes.get(runtime.split('://')[0]!) ?? 'Kubernetes',
    },
    services: [
      { definition: 'Kubernetes', name: 'Kubernetes', ports: kubeletPort === undefined ? [] : [kubeletPort], reason },
    ],
  };
}

/** A machine for each external address of services that is not an address of a node, such as a load balancer's. */
function machinesOfServices(services: readonly ExposedService[], ofNodes: ReadonlySet<string>): FoundMachine[] {
  const byAddress = new Map<string, ExposedService[]>();
  for (const service of services)
    for (const address of service.externalAddresses)
      if (!ofNodes.has(address)) byAddress.set(address, [...(byAddress.get(address) ?? []), service]);
  return [...byAddress].map(([address, behind]) => ({
    ...{ source: sourceName, key: `${sourceName} ${address}`, name: behind[0]!.name, isTakenOver: true as const },
    facts: someFacts({ addresses: [{ address, ifIndex: 0 }] }),
    services: behind.flatMap((service) => serviceAt(address, service)),
  }));
}

function serviceAt(address: string, { name, ports, description: reason }: ExposedService): FoundService[] {
  const numbers = ports.filter(({ protocol }) => protocol === 'Tcp').map(({ port }) => port);
  return numbers.length === 0 ? [] : [{ definition: workloadDefinition, name, ports: numbers, address, reason }];
}
