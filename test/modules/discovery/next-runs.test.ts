// Tests the preview of a schedule's next runs: the service starts exactly these runs, their times are in the time
// zone of the schedule, and only a limited number is returned.
import { addDaemon, addFinishedRun } from '../../support/discovery-rows';
import { invalidSchedules } from '../../support/invalid-schedules';
import { createWorld, type World } from '../../support/world';

let world: World;
let daemon: { id: string; hostId: string };
beforeAll(async () => {
  world = await createWorld();
  daemon = await addDaemon(world, world.networkId);
});
afterAll(() => world.close());

const previewDocument = `query($cronSchedule: String!, $timezone: String, $count: Int) {
  scheduledRuns(cronSchedule: $cronSchedule, timezone: $timezone, count: $count) }`;
const preview = async (cronSchedule: string, timezone: string | null, count?: number): Promise<string[]> =>
  (await world.viewer.query(previewDocument, { cronSchedule, timezone, count })).scheduledRuns;
const storedDocument = `query($id: UUID!, $count: Int) { discovery(id: $id) { runType { nextRuns(count: $count) } } }`;
const nextRuns = async (id: string, count?: number): Promise<string[]> =>
  (await world.viewer.query(storedDocument, { id, count })).discovery.runType.nextRuns;
const inZone = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  return (at: string) => format.format(new Date(at));
};
const createDocument = `mutation($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;
const createJob = async (runType: object): Promise<string> => {
  const discoveryType = { type: 'Unified', hostId: daemon.hostId };
  const input = { name: 'job', networkId: world.networkId, daemonId: daemon.id, discoveryType, runType };
  return (await world.member.query(createDocument, { input })).createDiscovery.id;
};

test('a stored schedule says when the service starts it, in its own zone', async () => {
  const id = await createJob({ type: 'Scheduled', cronSchedule: '0 30 4 * * 1', timezone: 'Asia/Kolkata' });
  const runs = await nextRuns(id);
  const { nextRun } = await world.prisma.discovery.findUniqueOrThrow({ where: { id } });
  expect(runs[0]).toBe(nextRun!.toISOString());
  expect(runs.map(inZone('Asia/Kolkata'))).toEqual(Array(5).fill('Mon 04:30'));
  expect(runs).toEqual(await preview('0 30 4 * * 1', 'Asia/Kolkata'));
  expect(runs).toEqual([...new Set(runs)].sort());
});

test('REST answers the same for a stored schedule and for one that is not stored', async () => {
  const schedule = { cronSchedule: '0 30 4 * * 1', timezone: 'Asia/Kolkata' };
  const id = await createJob({ type: 'Scheduled', ...schedule });
  const stored = await world.viewer.rest.get(`/discovery/${id}/next-runs?count=3`);
  const runType = { type: 'Scheduled', cron_schedule: schedule.cronSchedule, timezone: schedule.timezone };
  expect(stored.body.data).toEqual({
    id,
    run_type: { ...runType, enabled: true, next_runs: await preview('0 30 4 * * 1', 'Asia/Kolkata', 3) },
  });
  const query = new URLSearchParams({ cron_schedule: schedule.cronSchedule, timezone: schedule.timezone });
  const unstored = await world.viewer.rest.get(`/discovery/scheduled-runs?${query}`);
  expect(unstored.body.data).toEqual(await preview('0 30 4 * * 1', 'Asia/Kolkata'));
  expect((await world.viewer.rest.get('/discovery/scheduled-runs?cron_schedule=soon')).status).toBe(400);
});

test('the same time of day stays the same when the clocks of the zone change', async () => {
  // The twelve months contain both changes of daylight saving time.
  const runs = await preview('0 15 3 1 * *', 'Europe/Berlin', 12);
  expect(runs).toHaveLength(12);
  expect(new Set(runs.map((at) => inZone('Europe/Berlin')(at).slice(-5)))).toEqual(new Set(['03:15']));
  expect(new Set(runs.map((at) => new Date(at).getUTCHours()))).toEqual(new Set([1, 2]));
  expect(new Set((await preview('0 15 3 1 * *', null, 12)).map((at) => new Date(at).getUTCHours()))).toEqual(
    new Set([3]),
  );
});

test('nothing runs next without an active schedule', async () => {
  const schedule = { type: 'Scheduled', cronSchedule: '0 0 0 * * 0' };
  expect(await nextRuns(await createJob({ ...schedule, enabled: false }))).toEqual([]);
  expect(await nextRuns(await createJob({ type: 'AdHoc' }))).toEqual([]);
  expect(await nextRuns(await createJob({ ...schedule, cronSchedule: 'now and then' }))).toEqual([]);
  expect(await nextRuns(await addFinishedRun(world, daemon.id, world.networkId))).toEqual([]);
  expect(await preview('0 0 0 30 2 *', null)).toEqual([]);
});

test.each<[object, string, object]>([
  [{ cronSchedule: 'now and then' }, 'validation_invalid_format', { field: 'cronSchedule' }],
  ...invalidSchedules.map((cronSchedule): [object, string, object] => [
    { cronSchedule },
    'validation_invalid_format',
    { field: 'cronSchedule' },
  ]),
  [{ cronSchedule: '' }, 'validation_empty', { field: 'cronSchedule' }],
  [{ cronSchedule: `0 0 0 ${'1,'.repeat(46)}1 * 0` }, 'validation_max_length', { field: 'cronSchedule', max: 100 }],
  [{ timezone: 'Mars/Olympus' }, 'validation_invalid_format', { field: 'timezone' }],
  [{ timezone: '+02:00' }, 'validation_invalid_format', { field: 'timezone' }],
])('%j is refused', async (variables, code, params) => {
  expect(await world.viewer.refusal(previewDocument, { cronSchedule: '0 0 0 * * 0', ...variables })).toEqual({
    code,
    params,
  });
});

test.each([0, 21])('%i requested times are out of bounds', async (count) => {
  const cronSchedule = '0 0 0 * * 0';
  const id = await createJob({ type: 'Scheduled', cronSchedule });
  for (const [document, variables] of [
    [previewDocument, { cronSchedule, count }],
    [storedDocument, { id, count }],
  ] as const) {
    const { params } = await world.viewer.refusal(document, variables);
    expect(params).toMatchObject({ field: 'count', min: 1, max: 20 });
  }
  expect(await preview(cronSchedule, null, 20)).toHaveLength(20);
});

test('strangers and daemons are refused', async () => {
  const variables = { cronSchedule: '0 0 0 * * 0' };
  expect((await world.anonymous.refusal(previewDocument, variables)).code).toMatch(/^auth_/);
  const caller = await world.addDaemon();
  expect((await caller.refusal(previewDocument, variables)).code).toMatch(/^auth_/);
});
