// Several reports in one request: each report gets its own result, and the stored rows are the same as if the reports
// were sent one by one.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

let blocks = 0;
const newBlock = () => `10.90.${blocks++}`;
type Body = Record<string, unknown> & { host: object };
interface Result {
  readonly host: { id: string; ip_addresses: { id: string }[]; services: { id: string }[] } | null;
  readonly error: { code: string; message: string; params: object } | null;
}
/**
 * A report of a machine with an IP and a MAC address, as an ARP table shows it. `host` and `parts` add further
 * fields.
 */
const machine = (block: string, last: number, host: object = {}, parts: object = {}): Body => {
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const mac_address = `00:1b:21:${block
    .split('.')
    .slice(1)
    .map((one) => Number(one).toString(16).padStart(2, '0'))
    .join(':')}:${last.toString(16).padStart(2, '0')}`;
  return {
    host: { name: '', ...host },
    ip_addresses: [
      { id: randomUUID(), subnet_id: subnet.id, ip_address: `${block}.${last}`, mac_address, position: 0 },
    ],
    subnets: [subnet],
    ...parts,
  };
};
const machines = (block: string, count: number) => Array.from({ length: count }, (_, at) => machine(block, at + 1));
const send = (reports: readonly unknown[], caller: Pick<DaemonCaller, 'rest'> = daemon) =>
  caller.rest.post('/hosts/discovery/batch', { reports });
const resultsOf = async (reports: readonly unknown[], caller?: DaemonCaller): Promise<Result[]> => {
  const reply = await send(reports, caller);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data.results;
};
const hostIds = (results: readonly Result[]) => results.map(({ host }) => host?.id);
const codes = (results: readonly Result[]) => results.map(({ error }) => error?.code ?? null);

test('each report is stored, and answered with the ids of its rows, in order', async () => {
  const block = newBlock();
  const port = { id: randomUUID(), number: 22, protocol: 'Tcp' };
  const ssh = { name: 'SSH', service_definition: 'SSH', bindings: [{ type: 'Port', port_id: port.id }] };
  const reports = [
    machine(block, 1),
    machine(block, 2, { name: 'two' }, { ports: [port], services: [ssh] }),
    machine(block, 3),
  ];
  const results = await resultsOf(reports);
  expect(codes(results)).toEqual([null, null, null]);
  const rows = await world.prisma.host.findMany({
    where: { networkId: world.networkId, ipAddresses: { some: { subnet: { cidr: `${block}.0/24` } } } },
    include: { ipAddresses: true, services: true, bindings: true },
    orderBy: { ipAddresses: { _count: 'asc' } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(rows).toHaveLength(3);
  for (const [index, { host }] of results.entries())
    expect(byId.get(host!.id)!.ipAddresses).toMatchObject([
      { id: host!.ip_addresses[0]!.id, ipAddress: `${block}.${index + 1}` },
    ]);
  expect(byId.get(results[1]!.host!.id)).toMatchObject({ name: 'two', services: [{ name: 'SSH' }], bindings: [{}] });
  expect(await world.prisma.subnet.count({ where: { networkId: world.networkId, cidr: `${block}.0/24` } })).toBe(1);
});

test('a repeated batch changes nothing', async () => {
  const reports = machines(newBlock(), 12);
  const first = await resultsOf(reports);
  const rowIds = first.flatMap(({ host }) => [host!.id, ...host!.ip_addresses.map(({ id }) => id)]);
  const states = ['hosts', 'ip_addresses'].map(
    (table) => `SELECT id FROM ${table}_revisions WHERE id = ANY($1::uuid[])`,
  );
  const revisions = () => world.prisma.$queryRawUnsafe<object[]>(states.join(' UNION ALL '), rowIds);
  expect(hostIds(await resultsOf(reports))).toEqual(hostIds(first));
  expect(await revisions()).toEqual([]);
  expect(await world.prisma.host.count({ where: { id: { in: hostIds(first) as string[] } } })).toBe(12);
});

test('an invalid report gets its error, and the others are stored', async () => {
  const block = newBlock();
  const foreign = machine(block, 8, { network_id: world.strangerNetworkId });
  const others = [machine(block, 9, { network_id: world.strangerNetworkId }), foreign];
  expect(codes(await resultsOf(others))).toEqual(['daemon_network_mismatch', 'daemon_network_mismatch']);
  const locks = await world.queries.during(() => resultsOf(others));
  expect(locks.filter((sql) => /pg_advisory_xact_lock|change_time/.test(sql))).toEqual([]);
  const reports = [machine(block, 1), 7, null, [], { ports: [] }, foreign, machine(block, 2)];
  const results = await resultsOf(reports);
  const unread = 'validation_invalid_format';
  expect(codes(results)).toEqual([null, unread, unread, unread, unread, 'daemon_network_mismatch', null]);
  expect(results.map(({ host }) => host !== null)).toEqual([true, false, false, false, false, false, true]);
  expect(
    await world.prisma.ipAddress.count({
      where: { networkId: world.networkId, ipAddress: { startsWith: `${block}.` } },
    }),
  ).toBe(2);
});

test('a used id fails only the part or report that has it', async () => {
  const [block, elsewhere] = [
    newBlock(),
    await world.addDaemon({
      networkId: world.strangerNetworkId,
      organizationId: world.stranger.organizationId,
    }),
  ];
  const [takenResult] = await resultsOf([machine(newBlock(), 1)], elsewhere);
  const [first, second, third] = machines(block, 3) as [Body, Body, Body];
  const address = (second.ip_addresses as object[])[0];
  const results = await resultsOf([
    first,
    { ...second, ip_addresses: [{ ...address, id: takenResult!.host!.ip_addresses[0]!.id }] },
    third,
  ]);
  expect(codes(results)).toEqual([null, null, null]);
  expect(results[1]!.host!.ip_addresses[0]!.id).not.toBe(takenResult!.host!.ip_addresses[0]!.id);
  expect(new Set(hostIds(results)).size).toBe(3);
});

test('reports about one machine become one host, like reports sent one by one', async () => {
  const block = newBlock();
  const [one, two] = machines(block, 2) as [Body, Body];
  const sameMac = {
    ...two,
    ip_addresses: [
      {
        ...(two.ip_addresses as object[])[0],
        mac_address: (one.ip_addresses as { mac_address: string }[])[0]!.mac_address,
      },
    ],
  };
  const again = await resultsOf([one, one, machine(block, 3)]);
  expect(new Set(hostIds(again)).size).toBe(2);
  // Two reports that have nothing in common match the same stored host: one by its chassis id, the other by its
  // address.
  const chassis = { chassis_id: `chassis ${block}` };
  const [knownResult] = await resultsOf([machine(block, 7, chassis)]);
  const movedMachine = { ...machine(block, 8, chassis) };
  const results = await resultsOf([movedMachine, machine(block, 7)]);
  expect(codes(results)).toEqual([null, null]);
  expect(hostIds(results)[0]).toBe(knownResult!.host!.id);
  expect(hostIds(await resultsOf([one, sameMac]))[0]).toBe(hostIds(again)[0]);
});

test('batches of any size give the same rows as single reports', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    let state = seed;
    const below = (n: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % n;
    const block = newBlock();
    const stories = Array.from({ length: 14 }, () => {
      const [last, hasName] = [1 + below(6), below(3) === 0];
      const ports = below(3) === 0 ? [{ number: 20 + below(3), protocol: 'Tcp' }] : [];
      const host = { ...(hasName && { name: `machine ${last}`, chassis_id: `${block} ${1 + below(6)}` }) };
      return [last, host, { ports }] as const;
    });
    const countReportStatements = async (cut: () => number): Promise<unknown> => {
      const networkId = await world.prisma.network
        .create({ data: { organizationId: world.organizationId, name: `seed ${seed}` } })
        .then(({ id }) => id);
      const caller = await world.addDaemon({ networkId });
      for (let at = 0; at < stories.length;) {
        const reports = stories.slice(at, at + cut()).map((story) => machine(block, ...story));
        expect(codes(await resultsOf(reports, caller)).filter(Boolean)).toEqual([]);
        at += reports.length;
      }
      const hosts = await world.prisma.host.findMany({
        where: { networkId, daemons: { none: {} } },
        include: { ipAddresses: true, ports: true, services: true },
      });
      const rows = hosts.map(({ name, chassisId, ipAddresses, ports, services }) => ({
        ...{ name, chassisId, services: services.length },
        addresses: ipAddresses.map(({ ipAddress, macAddress }) => `${ipAddress} ${macAddress}`).sort(),
        ports: ports.map(({ number }) => number).sort(),
      }));
      return rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    };
    const single = await countReportStatements(() => 1);
    expect({ seed, rows: await countReportStatements(() => 1 + below(14)) }).toEqual({ seed, rows: single });
  }
});

test('many machines take as many statements as few, whether new or known', async () => {
  const countStatements = async (count: number) => {
    const reports = machines(newBlock(), count);
    const of = async () => (await world.queries.during(() => resultsOf(reports))).length;
    return [await of(), await of()];
  };
  const few = await countStatements(2);
  expect(await countStatements(40)).toEqual(few);
  expect(Math.max(...few)).toBeLessThanOrEqual(15);
});

test('only daemons can report, for their own network, up to the maximum batch size', async () => {
  const block = newBlock();
  expect((await send([machine(block, 1)], world.owner)).body.code).toBe('auth_daemon_required');
  expect((await send([])).body.code).toBe('validation_bulk_empty');
  const { status, body } = await send(Array.from({ length: 51 }, () => machine(block, 1)));
  expect([status, body.code, body.params]).toMatchObject([400, 'validation_out_of_range', { max: 50 }]);
  const standby = await world.addDaemon({ standby: true });
  expect((await send([machine(block, 1)], standby)).body.code).toBe('daemon_standby');
  expect(
    await world.prisma.ipAddress.count({
      where: { networkId: world.networkId, ipAddress: { startsWith: `${block}.` } },
    }),
  ).toBe(0);
});

test('GraphQL returns the same, including what was invalid in a report', async () => {
  const block = newBlock();
  const document = `mutation($input: ReportHostsInput!) {
    reportHosts(input: $input) { results { host { name } error { code params } } }
  }`;
  const host = (name: string) => ({ networkId: world.networkId, name });
  const lostReport = { host: host('lost'), ipAddresses: [{ subnetId: randomUUID(), ipAddress: `${block}.1` }] };
  const reports = [{ host: host('kept') }, lostReport, { ...lostReport, skipInvalidParts: true }];
  const { reportHosts } = await daemon.query(document, { input: { reports } });
  expect(reportHosts.results).toMatchObject([
    { host: { name: 'kept' }, error: null },
    { host: null, error: { code: 'entity_not_found' } },
    { host: { name: 'lost' }, error: null },
  ]);
});
