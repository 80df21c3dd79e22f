// Pure functions that write targets for Prometheus's HTTP service discovery from rows.
import type { ListPrometheusHostsQuery, ListPrometheusServicesQuery } from '../../../generated/operations';
import type { Pages } from '../../../rest/route';

type Host = ListPrometheusHostsQuery['page']['nodes'][number];
type Service = ListPrometheusServicesQuery['page']['nodes'][number];

export interface TargetGroup {
  readonly targets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Joins values to a label such as `,core,edge,`, as Prometheus's own service discoveries do: the pattern `.*,core,.*`
 * then matches the value `core`, but not `core-2`. Commas inside values become spaces.
 */
function joinDistinct(values: readonly string[]): string | undefined {
  const distinct = [...new Set(values.map((value) => value.replaceAll(',', ' ')))];
  return distinct.length === 0 ? undefined : `,${distinct.join(',')},`;
}

/** Returns the labels without those that have no value. Prometheus treats an empty label as absent. */
const labelsOf = (values: Readonly<Record<string, string | null | undefined>>): TargetGroup['labels'] =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[`__meta_netloom_${name}`, value]] : [])),
  );

const namesOf = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);

/** Returns the target group of a host; empty if the host has no reachable address. */
export function groupsOfHost(host: Host): TargetGroup[] {
  if (host.endpoint === null) return [];
  const labels = labelsOf({
    host: host.display_name,
    host_id: host.id,
    hostname: host.hostname,
    network: host.network.name,
    network_id: host.network.id,
    addresses: joinDistinct(host.ip_addresses.map(({ ip_address }) => ip_address)),
    ports: joinDistinct(host.ports.map(({ number }) => String(number))),
    services: joinDistinct(host.services.map(({ service_definition }) => service_definition)),
    tags: joinDistinct(namesOf(host.tags)),
    manufacturer: host.manufacturer,
    model: host.model,
    os: host.os,
    location: host.location,
  });
  return [{ targets: [host.endpoint], labels }];
}

/**
 * Returns the target groups of a service: one for each address and port at which the service listens, because the port
 * is a label.
 */
export function groupsOfService({ host, bindings, ...service }: Service): TargetGroup[] {
  return bindings.flatMap(({ endpoint, port }) => {
    if (endpoint === null || !port) return [];
    const labels = labelsOf({
      service: service.name,
      service_id: service.id,
      service_definition: service.service_definition,
      category: service.category,
      port: String(port.number),
      protocol: port.protocol,
      tags: joinDistinct(namesOf(service.tags)),
      host: host?.display_name,
      host_id: host?.id,
      hostname: host?.hostname,
      host_tags: joinDistinct(namesOf(host?.tags ?? [])),
      location: host?.location,
      network: service.network.name,
      network_id: service.network.id,
    });
    return [{ targets: [endpoint], labels }];
  });
}

/** Returns a function that writes the target groups of all rows as a JSON list, in pieces. */
export const streamTargets = <Row>(groupsOf: (row: Row) => readonly TargetGroup[]) =>
  async function* (pages: Pages): AsyncGenerator<string, void, undefined> {
    let before = '[';
    for await (const rows of pages) {
      const groups = (rows as readonly Row[]).flatMap((row) => groupsOf(row));
      if (groups.length === 0) continue;
      yield before + groups.map((group) => JSON.stringify(group)).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  };
