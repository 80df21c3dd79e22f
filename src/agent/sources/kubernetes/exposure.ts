// Finds how pods are exposed: the services that select them with addresses and ports, and the ingresses of these
// services. Pure functions.
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { addressesIn, fullName, namespaceOf, nameOf, portNumber, portsOf, textsOf } from './objects';

export interface ServicePort {
  readonly protocol: 'Tcp' | 'Udp';
  readonly port: number;
  /** The port number that is open on every node of the cluster. */
  readonly nodePort?: number;
}

export interface ExposedService {
  /** Namespace and name, in the form `namespace/name`. */
  readonly name: string;
  readonly selector: readonly (readonly [string, string])[];
  readonly ports: readonly ServicePort[];
  /** Addresses outside of the cluster network: of load balancers, or set manually (`externalIPs`). */
  readonly externalAddresses: readonly string[];
  /** Description for users: the addresses, ports and ingresses of the service. */
  readonly description: string;
}

const mostPorts = 100;
const mostAddresses = 20;
/** Maximum number of ingress routes (host name and path) in a description. */
const mostRoutes = 10;

/** All services except those of type ExternalName, sorted by name. */
export function exposedServices(services: readonly Fields[], ingresses: readonly Fields[]): ExposedService[] {
  const routes = routesOf(ingresses);
  return services
    .filter((row) => nameOf(row) !== '' && textOf(fieldsOf(row.spec).type) !== 'ExternalName')
    .map((row) => exposedService(row, routes.get(fullName(row)) ?? []))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function exposedService(row: Fields, routes: readonly string[]): ExposedService {
  const { selector, ports: portRows, clusterIP, clusterIPs, externalIPs } = fieldsOf(row.spec);
  const balancers = listOf(fieldsOf(fieldsOf(row.status).loadBalancer).ingress).map(({ ip }) => ip);
  const ports = portsOf(portRows)
    .slice(0, mostPorts)
    .flatMap(({ protocol, row: port }): ServicePort[] => {
      const [number, nodePort] = [portNumber(port.port), portNumber(port.nodePort)];
      return number === undefined ? [] : [{ protocol, port: number, ...(nodePort !== undefined && { nodePort }) }];
    });
  const externalAddresses = addressesIn([...balancers, ...textItems(externalIPs)]).slice(0, mostAddresses);
  const inCluster = addressesIn([...textItems(clusterIPs), clusterIP]).slice(0, mostAddresses);
  const places = [
    ...inCluster,
    ...externalAddresses,
    ...ports.map(
      ({ protocol, port, nodePort }) =>
        `${port}/${protocol.toUpperCase()}${nodePort === undefined ? '' : ` (node port ${nodePort})`}`,
    ),
  ];
  const name = fullName(row);
  const ingress = routes.length === 0 ? '' : `, ingress ${routes.slice(0, mostRoutes).join(' ')}`;
  return {
    ...{ name, selector: textsOf(selector), ports, externalAddresses },
    description: `Service ${[name, places.join(', ')].filter(Boolean).join(': ')}${ingress}`,
  };
}

const textItems = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Ingress routes (host name and path) by the full name of the service to which they lead. */
function routesOf(ingresses: readonly Fields[]): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, Set<string>>();
  const add = (ingress: Fields, backend: unknown, route: string) => {
    const service = textOf(fieldsOf(fieldsOf(backend).service).name);
    if (service === '') return;
    const key = `${namespaceOf(ingress)}/${service}`;
    routes.set(key, (routes.get(key) ?? new Set()).add(route));
  };
  for (const ingress of ingresses) {
    const { rules, defaultBackend } = fieldsOf(ingress.spec);
    add(ingress, defaultBackend, '*');
    for (const { host, http } of listOf(rules))
      for (const { path, backend } of listOf(fieldsOf(http).paths))
        add(ingress, backend, `${textOf(host) || '*'}${textOf(path)}`);
  }
  return new Map([...routes].map(([key, all]) => [key, [...all].sort()] as const));
}

/** Returns a function that finds the services that select a pod, by the pod's namespace and labels. */
export function serviceFinder(services: readonly ExposedService[]): (pod: Fields) => readonly ExposedService[] {
  const byFirstLabel = new Map<string, ExposedService[]>();
  const keyOf = (namespace: string, [name, value]: readonly [string, string]) => `${namespace}/${name}=${value}`;
  for (const service of services) {
    const [first] = service.selector;
    if (!first) continue;
    const key = keyOf(service.name.slice(0, service.name.indexOf('/')), first);
    byFirstLabel.set(key, [...(byFirstLabel.get(key) ?? []), service]);
  }
  return (pod) => {
    const labels = textsOf(fieldsOf(pod.metadata).labels);
    const values = new Map(labels);
    const candidates = labels.flatMap((label) => byFirstLabel.get(keyOf(namespaceOf(pod), label)) ?? []);
    return candidates.filter(({ selector }) => selector.every(([name, value]) => values.get(name) === value));
  };
}
