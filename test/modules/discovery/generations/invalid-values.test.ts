// Reports of daemons of each generation in which some values are invalid: each report is accepted, and its other parts
// are stored.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { generations, type Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';
import { versionOf } from './model-daemon';
import { since } from './readings';
import { hostReport, snmpPorts, type Body } from './reports';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

type Path = readonly (string | number)[];

/** The paths of all values in the JSON that are neither objects nor lists. */
const leavesOf = (json: unknown, path: Path = []): Path[] =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).flatMap(([name, value]) =>
        leavesOf(value, [...path, Array.isArray(json) ? Number(name) : name]),
      )
    : [path];

/** A copy of the JSON in which `change` replaces the values at the paths. */
const changed = (json: unknown, paths: readonly Path[], change: () => unknown): unknown => {
  if (paths.some((path) => path.length === 0)) return change();
  const inside = (name: string | number) => paths.flatMap(([first, ...rest]): Path[] => (first === name ? [rest] : []));
  if (Array.isArray(json)) return json.map((item: unknown, at) => changed(item, inside(at), change));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, changed(value, inside(name), change)]));
};

/** Values without which a report has no host. */
const isRequired = ([part, member]: Path): boolean =>
  part === 'host' && ['name', 'network_id', 'site_id'].includes(member as string);
const startsWith = (path: Path, start: Path): boolean => start.every((step, at) => path[at] === step);

const invalidValues = fc.constantFrom<unknown>('', '  ', '\u0000', 'Telepathy', 7, -1, 1.5, true, null, [], {});
/** Of the values below one node of the report, all, those of the neighbors, or one. */
const choice = fc.record({
  node: fc.nat(),
  depth: fc.integer({ min: 1, max: 6 }),
  which: fc.constantFrom('all' as const, 'neighbors' as const, 'one' as const),
  values: fc.array(invalidValues, { minLength: 1, maxLength: 3 }),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

function withInvalidValues(report: Body, { node, depth, which, values }: Choice) {
  const leaves = leavesOf(report).filter((path) => !isRequired(path));
  const chosenLeaf = leaves[node % leaves.length]!;
  const below = leaves.filter((path) => startsWith(path, chosenLeaf.slice(0, Math.max(depth, 2))));
  const isOfNeighbor = (path: Path) => path.some((step) => /^(lldp|cdp)_/.test(String(step)));
  const paths = { all: below, neighbors: leaves.filter(isOfNeighbor), one: [chosenLeaf] }[which];
  let at = 0;
  return { paths, body: changed(report, paths, () => values[(at += 1) % values.length]) as Body };
}

const machine = (generation: Generation, subnetId: string, ip: string) =>
  fc.constant(null).chain(() => {
    const ids = { hostId: randomUUID(), addressId: randomUUID(), portId: randomUUID() };
    const report = hostReport(generation, { ...ids, networkId: world.networkId, subnetId, ip });
    const ports = since(generation, 'C') ? 'interfaces' : 'if_entries';
    return fc.tuple(report, snmpPorts(generation, ids.addressId)).map(([body, rows]) => ({ ...body, [ports]: rows }));
  });

async function post(generation: Generation, body: Body) {
  const response = await fetch(`${world.url}/api/v1/hosts/discovery`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${daemon.credential.key}`,
      ...{ 'x-daemon-id': daemon.daemonId, 'x-daemon-version': versionOf[generation] },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test.each(generations)('%s: invalid values cost only the parts that have them', async (generation) => {
  const at = generations.indexOf(generation);
  const cidr = `10.${200 + at}.0.0/16`;
  const { networkId } = world;
  const subnet = await world.prisma.subnet.create({ data: { networkId, name: cidr, cidr, subnetType: 'Lan' } });
  let hosts = 0;
  const nextAddress = () => `10.${200 + at}.${(hosts += 1) >> 8}.${hosts & 255}`;
  const [addresses, ports] = since(generation, 'C') ? ['ip_addresses', 'interfaces'] : ['interfaces', 'if_entries'];
  await fc.assert(
    fc.asyncProperty(machine(generation, subnet.id, '192.0.2.1'), choice, async (report, chosen) => {
      const ip = nextAddress();
      const [address] = report[addresses!] as Body[];
      const { body, paths } = withInvalidValues({ ...report, [addresses!]: [{ ...address, ip_address: ip }] }, chosen);
      const { status, text } = await post(generation, body);
      expect([status, text]).toEqual([200, text]);
      const { id } = (JSON.parse(text) as { data: { id: string } }).data;
      const row = await world.prisma.host.findUniqueOrThrow({
        where: { id },
        include: {
          ipAddresses: true,
          ports: true,
          services: true,
          interfaces: { include: { neighborEvidence: true } },
        },
      });
      const isValid = (start: Path) => !paths.some((path) => startsWith(path, start));
      if (isValid([addresses!, 0])) expect(row.ipAddresses.map(({ ipAddress }) => ipAddress)).toEqual([ip]);
      if (isValid(['ports', 0])) expect(row.ports.map(({ number }) => number)).toEqual([22]);
      for (const [index, { service_definition: definition }] of (report.services as Body[]).entries())
        if (isValid(['services', index]))
          expect(row.services.map(({ serviceDefinition }) => serviceDefinition)).toContain(definition);
      for (const [index, port] of (report[ports!] as Body[]).entries()) {
        const stored = row.interfaces.find(({ ifName }) => ifName === port.if_name);
        if (isValid([ports!, index, 'if_name'])) expect(stored).toBeDefined();
        if (!isValid([ports!, index])) continue;
        const neighbors = (port.neighbor_candidates as Body[] | undefined) ?? [port];
        const isHeard = neighbors.some((one) =>
          Object.entries(one).some(([name, value]) => /^(lldp|cdp)_/.test(name) && value !== null),
        );
        expect(stored!.neighborEvidence.length > 0).toBe(isHeard);
      }
    }),
    { seed: 29, numRuns: 40 },
  );
});
