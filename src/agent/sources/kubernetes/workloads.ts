// Groups the running pods of each node by their owner: a Deployment, a StatefulSet, a CronJob and so on. Pure
// functions.
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ipFromText } from '../../evidence/addresses';
import type { Container } from '../container-engine';
import type { serviceFinder, ExposedService } from './exposure';
import { fullName, nameOf, namespaceOf, portNumber, portsOf } from './objects';

type Port = Container['ports'][number];

/** The pods of one owner on one node. */
interface Workload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly pods: Fields[];
}

const mostPorts = 200;

const isRunning = ({ status, metadata, spec }: Fields): boolean =>
  textOf(fieldsOf(status).phase) === 'Running' &&
  fieldsOf(metadata).deletionTimestamp === undefined &&
  textOf(fieldsOf(spec).nodeName) !== '';

/** The running pods, grouped by the name of their node. */
export function runningPods(pods: readonly Fields[]): ReadonlyMap<string, readonly Fields[]> {
  return Map.groupBy(pods.filter(isRunning), ({ spec }) => textOf(fieldsOf(spec).nodeName));
}

/** The owner that is marked as the object's controller; without such an owner, the first owner. */
function ownerOf(row: Fields): { readonly kind: string; readonly name: string } | undefined {
  const owners = listOf(fieldsOf(row.metadata).ownerReferences).map(({ kind, name, controller }) => {
    return { kind: textOf(kind), name: textOf(name), isController: controller === true };
  });
  const namedOwners = owners.filter(({ kind, name }) => kind !== '' && name !== '');
  return namedOwners.find(({ isController }) => isController) ?? namedOwners[0];
}

/** Maps the full name of a Job to the name of the CronJob that created it. */
export function cronJobsOf(jobs: readonly Fields[]): ReadonlyMap<string, string> {
  return new Map(
    jobs.flatMap((job) => {
      const owner = ownerOf(job);
      return owner?.kind === 'CronJob' ? [[fullName(job), owner.name] as const] : [];
    }),
  );
}

/** The outermost owner of a pod, such as its Deployment. Its name stays the same when the pod is replaced. */
function topOwner(
  pod: Fields,
  cronJobs: ReadonlyMap<string, string>,
): { readonly kind: string; readonly name: string } {
  const owner = ownerOf(pod);
  if (!owner) return { kind: 'Pod', name: nameOf(pod) };
  const { kind, name } = owner;
  // A static pod is owned by its node, and the pod's name ends with the node's name.
  if (kind === 'Node') return { kind: 'Pod', name: withoutEnd(nameOf(pod), `-${name}`) };
  if (kind === 'ReplicaSet') {
    // A Deployment's ReplicaSets are named after the Deployment, with the hash from this label of their pods at the
    // end.
    const hash = textOf(fieldsOf(fieldsOf(pod.metadata).labels)['pod-template-hash']);
    const deployment = hash === '' ? name : withoutEnd(name, `-${hash}`);
    return deployment === name ? owner : { kind: 'Deployment', name: deployment };
  }
  const cronJob = kind === 'Job' ? cronJobs.get(`${namespaceOf(pod)}/${name}`) : undefined;
  return cronJob === undefined ? owner : { kind: 'CronJob', name: cronJob };
}

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) && text.length > end.length ? text.slice(0, -end.length) : text;

export interface WorkloadOptions {
  readonly cronJobs: ReadonlyMap<string, string>;
  readonly servicesOf: ReturnType<typeof serviceFinder>;
  /** IP addresses of the node. */
  readonly addresses: ReadonlySet<string>;
}

/** The workloads of a node, represented as containers and sorted by namespace, kind and name. */
export function workloadsOf(pods: readonly Fields[], options: WorkloadOptions): Container[] {
  const workloads = new Map<string, Workload>();
  for (const pod of pods.filter((one) => nameOf(one) !== '')) {
    const { kind, name } = topOwner(pod, options.cronJobs);
    const namespace = namespaceOf(pod);
    const key = `${namespace}/${kind}/${name}`;
    const workload = workloads.get(key);
    if (workload) workload.pods.push(pod);
    else workloads.set(key, { kind, namespace, name, pods: [pod] });
  }
  return [...workloads]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, workload]) => containerOf(id, workload, options));
}

function containerOf(
  id: string,
  { kind, namespace, name, pods }: Workload,
  { servicesOf, addresses }: WorkloadOptions,
): Container {
  const services = new Map(pods.flatMap((pod) => servicesOf(pod).map((service) => [service.name, service] as const)));
  const selecting = [...services.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const ports = [...pods.flatMap(hostPorts), ...selecting.flatMap((service) => portsOnNode(service, addresses))];
  const distinct = new Map(ports.map((port) => [JSON.stringify(port), port] as const));
  const description = [`${kind} ${name} in the namespace ${namespace}`, ...selecting.map((one) => one.description)];
  return {
    ...{ id, name: `${kind} ${namespace}/${name}`, title: `${namespace}/${name}`, image: '', state: 'running' },
    ...{ labels: {}, networks: [], reason: description.join('; ') },
    ports: [...distinct.values()].slice(0, mostPorts),
  };
}

/**
 * The ports of the node that the pod's containers occupy. The API also sets `hostPort` if the pod uses the node's
 * network.
 */
const hostPorts = ({ spec }: Fields): Port[] =>
  listOf(fieldsOf(spec).containers).flatMap(({ ports }) =>
    portsOf(ports).flatMap(({ protocol, row }): Port[] => {
      const [privatePort, publicPort] = [portNumber(row.containerPort), portNumber(row.hostPort)];
      const address = ipFromText(textOf(row.hostIP));
      if (privatePort === undefined || publicPort === undefined) return [];
      return [{ privatePort, publicPort, protocol, ...(address !== undefined && { address }) }];
    }),
  );

/**
 * The ports at which a service answers on the node: its node ports, and its ports at external addresses that belong to
 * the node.
 */
const portsOnNode = ({ ports, externalAddresses }: ExposedService, ofNode: ReadonlySet<string>): Port[] =>
  ports.flatMap(({ protocol, port, nodePort }): Port[] => [
    ...(nodePort === undefined ? [] : [{ privatePort: port, publicPort: nodePort, protocol }]),
    ...externalAddresses
      .filter((address) => ofNode.has(address))
      .map((address) => ({ privatePort: port, publicPort: port, protocol, address })),
  ]);
