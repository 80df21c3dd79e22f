// Planning a file whose entries all belong to one host. Too many entries are refused, because each entry is compared
// with all parts of the host.
import type { ImportedEntry } from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import { replan } from '../../../../../src/modules/discovery/importing/plan/import-plan.actions';
import { HostIndex } from '../../../../../src/modules/discovery/importing/plan/host-index';
import { ImportPlanner } from '../../../../../src/modules/discovery/importing/plan/import-planner';
import { writeImport } from '../../../../../src/modules/discovery/importing/plan/import-writes';
import type { PlannedRow } from '../../../../../src/modules/discovery/importing/plan/planned-row';
import { MemoryNetwork } from './memory-network';
import { countTurns } from '../../../../support/turns';

const hostAt = (line: number, mac: string, chassisId?: string): ImportedEntry => ({
  kind: 'Host',
  line,
  host: {
    ...(chassisId && { chassisId }),
    addresses: [{ ip: `10.0.${line >> 8}.${line & 255}`, mac }],
    ports: [{ number: line, protocol: 'Tcp' }],
    services: [],
    interfaces: [],
  },
});

const macOfEach = (line: number) =>
  `00:50:56:00:${(line >> 8).toString(16).padStart(2, '0')}:${(line & 255).toString(16).padStart(2, '0')}`;
test.each([
  ['one chassis', macOfEach, 'core-1', 1_000],
  ['one MAC address, as a router has that answers for others', () => '00:50:56:00:00:01', undefined, 1_500],
  ['a MAC address each', macOfEach, undefined, 1_500],
])('1,500 entries of %s are planned in turns of the event loop', async (_what, macOf, chassisId, takenIds) => {
  const planner = await ImportPlanner.of({ subnets: [], vlans: [] }, { fileName: 'scan.xml', namespace: '' }, []);
  const rows: PlannedRow[] = [];
  for (let line = 1; line <= 1_500; line += 1) rows.push(...(await planner.plan(hostAt(line, macOf(line), chassisId))));
  const hosts = rows.filter(({ kind }) => kind === 'Host');
  const codes = hosts.map(({ line, action, code }) => (action === 'Refuse' ? `${line} ${code}` : ''));
  expect(codes.filter(Boolean)).toEqual(
    Array.from({ length: 1_500 - takenIds }, (_none, at) => `${takenIds + 1 + at} host_repeated`),
  );
  expect(hosts).toHaveLength(1_500);
});

test('of machines without addresses that all have one name, each becomes a host, and none is searched twice', async () => {
  const count = 3_000;
  const device = (id: number) =>
    `${JSON.stringify({ netbox: 'dcim/devices', object: { id, name: 'AP', serial: `FOC${10_000 + id}` } })}\n`;
  const devices = Array.from({ length: count }, (_none, id) => device(id));
  const network = new MemoryNetwork();
  const prototype = HostIndex.prototype as unknown as { candidateOf(draft: object): object };
  const described = jest.spyOn(prototype, 'candidateOf');
  await network.importFile(devices.join(''));
  expect(network.hosts).toHaveLength(count);
  expect(described).not.toHaveBeenCalled();
  await network.importFile(devices.join('') + device(count));
  expect(network.hosts).toHaveLength(count + 1);
  expect(described.mock.calls.length).toBeLessThan(2 * count);
  described.mockRestore();
});

test("the network's rows and the file's declarations are processed in turns of the event loop", async () => {
  // Each read of the mocked clock advances it by a millisecond, as if each row took a millisecond. It begins at the real
  // time, because the turn of the event loop may have begun before.
  let time = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 1));
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    const cidrs = Array.from({ length: 1_000 }, (_none, at) => `10.${at >> 8}.${at & 255}.0/24`);
    const storedRows = cidrs
      .slice(0, 500)
      .map((cidr, at) => ({ id: String(at), cidr, namespace: '', subnetType: 'Lan' }));
    const declaredImportedEntries = cidrs.map((cidr): ImportedEntry => ({ kind: 'Subnet', line: 1, cidr }));
    const planner = await ImportPlanner.of(
      { subnets: storedRows as never, vlans: [] },
      { fileName: 'scan.xml', namespace: '' },
      declaredImportedEntries,
    );
    expect(planner.network.subnets).toHaveLength(1_000);
    // The 1,500 rows take more than 100 turns of the event loop, about ten rows each.
    expect(turns).toBeGreaterThan(100);
  } finally {
    isOver = true;
    clock.mockRestore();
  }
});

describe('the subnets of the prefix 0.0.0.0/0 that every network has', () => {
  const everywhere = { cidr: '0.0.0.0/0', sourceType: 'System' };
  const subnets = ['Internet', 'Remote'].map((type) => ({ ...everywhere, id: type, name: type, subnetType: type }));
  const exported = `id,cidr,namespace,name,subnet_type\na,0.0.0.0/0,,Internet,Internet\nb,0.0.0.0/0,,Remote,Remote\n`;

  test('are matched by their type, and no address goes there', async () => {
    const network = new MemoryNetwork({ subnets });
    const rows = await network.importFile(exported);
    expect(rows.map(({ action, entityId, sameAsLine }) => [action, entityId, sameAsLine])).toEqual([
      ['Match', 'Internet', null],
      ['Match', 'Remote', null],
    ]);
    expect(network.subnets).toHaveLength(2);
    await network.importFile('0 00:1b:21:00:00:01 10.9.8.7 pc *\n');
    expect(network.subnets.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '0.0.0.0/0', '10.9.8.0/24']);
  });

  test('are matched also if the import names a namespace, and a renamed one stays as it is', async () => {
    const network = new MemoryNetwork({ subnets });
    const rows = await network.importFile(exported.replace('Remote,', 'Elsewhere,'), 'blue');
    expect(rows.map(({ action, code }) => [action, code])).toEqual([
      ['Match', null],
      ['Refuse', 'value_kept'],
    ]);
    expect(network.subnets).toHaveLength(2);
  });

  test('differ from a subnet of this prefix that the file gives to a namespace or has with another type', async () => {
    const network = new MemoryNetwork({ subnets });
    const file = 'cidr,namespace,name,subnet_type\n0.0.0.0/0,blue,Internet,Internet\n0.0.0.0/0,,mine,Lan\n';
    expect((await network.importFile(file)).map(({ action }) => action)).toEqual(['Create', 'Create']);
    expect((await network.importFile(file)).map(({ action }) => action)).toEqual(['Match', 'Match']);
  });
});

describe('applying a plan of 1,000 rows takes turns of the event loop', () => {
  // The mocked clock gives about ten rows to each turn, so 1,000 rows take about 100 turns.
  const manyTurns = 80;

  test('while the entries are planned again', async () => {
    const rows = Array.from({ length: 1_000 }, (_none, position) => ({ kind: 'Entry', position }));
    const findMany = ({ where: { position } }: { where: { position: { gte: number; lt: number } } }) =>
      Promise.resolve(rows.slice(position.gte, position.lt));
    const plan = { planId: 'plan', networkId: 'network' };
    const { turns } = await countTurns(() => replan({ importPlanRow: { findMany } } as never, plan, {} as never));
    expect(turns).toBeGreaterThan(manyTurns);
  });

  test('while the rows of the hosts are made', async () => {
    const lists = ['services', 'namedServices', 'goneBindings', 'bindings', 'taggedVlans', 'evidence', 'forwarding'];
    const none = Object.fromEntries([...lists, 'goneDocumented', 'documented'].map((list) => [list, []]));
    const parts = Object.fromEntries(
      ['ipAddresses', 'ports', 'interfaces'].map((list) => [list, { added: [], changed: [] }]),
    );
    const host = { row: {}, isNew: false, isChanged: false };
    const draft = {
      ...{ suspectedHosts: new Map(), absorbedHosts: [] },
      writes: () => ({ ...none, ...parts, host, moves: [], recalledMacs: [] }),
    };
    const drafts = new Map(Array.from({ length: 1_000 }, (_none, at) => [String(at), draft]));
    const planner = { network: { subnets: [], vlans: [] }, hosts: { drafts } };
    const viewer = { via: 'session', organizationId: 'organization' };
    const { turns } = await countTurns(() =>
      writeImport({} as never, viewer as never, 'network', planner as never, new Date(0)),
    );
    expect(turns).toBeGreaterThan(manyTurns);
  });
});
