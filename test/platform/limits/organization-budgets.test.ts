// Tests the budgets of organizations without a server: how much time and how many requests at once an organization
// gets, the queue of its waiting requests, and how requests end.
import { AppError } from '../../../src/errors';
import { OrganizationBudgets, type BusyReason } from '../../../src/platform/limits/organization-budgets';
import { TimeBudget } from '../../../src/platform/limits/time-budget';

describe('a time budget of 30 s a minute', () => {
  test('allows two minutes of its refill at once, and after that half of the time', () => {
    const budget = new TimeBudget(30);
    budget.charge(60_000, 0);
    expect(budget.msUntilFree(0)).toBe(0);
    budget.charge(1_000, 0);
    expect([budget.msUntilFree(0), budget.msUntilFree(1_500), budget.msUntilFree(2_000)]).toEqual([2_000, 500, 0]);
  });

  test('is overdrawn by one minute of its refill at most, and is full again after two more', () => {
    const budget = new TimeBudget(30);
    budget.charge(1_000_000, 0);
    expect(budget.msUntilFree(0)).toBe(60_000);
    budget.charge(60_000, 180_000);
    expect(budget.msUntilFree(180_000)).toBe(0);
  });

  test('never ends without a limit', () => {
    const budget = new TimeBudget(Infinity);
    budget.charge(1e9, 0);
    expect(budget.msUntilFree(0)).toBe(0);
  });
});

const counts = { running: 0, waiting: 0 };
const refusedReasons: BusyReason[] = [];
const metrics = {
  onCount: (state: 'running' | 'waiting', by: number) => void (counts[state] += by),
  onRefused: (reason: BusyReason) => void refusedReasons.push(reason),
  onUsed: () => undefined,
};
const limited = (limits: object = {}) =>
  new OrganizationBudgets({ requestsAtOnce: 1, threadSeconds: 30, databaseSeconds: 30, ...limits }, metrics);

/** Requests permission to run a heavy request. Calling `disconnect` simulates the disconnection of the caller. */
function request(budgets: OrganizationBudgets, organizationId = 'loud') {
  const ends: (() => void)[] = [];
  const entering = budgets.enter(organizationId, (end) => ends.push(end));
  const outcome: { leave?: () => void; error?: AppError } = {};
  entering.then(
    (leave) => (outcome.leave = leave),
    (error: AppError) => (outcome.error = error),
  );
  const disconnect = () => {
    for (const end of ends) end();
  };
  return Object.assign(outcome, { disconnect });
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => {
  jest.useRealTimers();
  refusedReasons.splice(0);
});

test('an organization waits for itself only, and its requests begin in their order', async () => {
  const budgets = limited();
  const [first, second, third] = [request(budgets), request(budgets), request(budgets)];
  const neighbour = request(budgets, 'quiet');
  await settle();
  expect([first, second, third, neighbour].map(({ leave }) => leave !== undefined)).toEqual([true, false, false, true]);
  expect(counts).toEqual({ running: 2, waiting: 2 });
  first.leave!();
  first.leave!();
  await settle();
  expect([second.leave, third.leave].map((leave) => leave !== undefined)).toEqual([true, false]);
  for (const one of [second, third, neighbour]) {
    one.leave!();
    await settle();
  }
  expect(counts).toEqual({ running: 0, waiting: 0 });
});

test('a caller that disconnects no longer waits', async () => {
  const budgets = limited();
  const [running, waiting, next] = [request(budgets), request(budgets), request(budgets)];
  await settle();
  waiting.disconnect();
  running.leave!();
  await settle();
  expect([waiting.error?.code, next.leave !== undefined, refusedReasons]).toEqual(['organization_busy', true, []]);
  next.leave!();
});

test('too many waiting requests are refused at once, and waiting ones after 20 s', async () => {
  const budgets = limited();
  const running = request(budgets);
  const waiting = Array.from({ length: 8 }, () => request(budgets));
  const surplus = request(budgets);
  await settle();
  expect(surplus.error).toMatchObject({
    ...{ code: 'organization_busy', status: 429, params: { reason: 'requests_at_once' }, retryAfterSeconds: 5 },
  });
  jest.advanceTimersByTime(20_000);
  await settle();
  expect(waiting.map(({ error }) => error?.retryAfterSeconds)).toEqual(waiting.map(() => 20));
  running.leave!();
  expect(counts).toEqual({ running: 0, waiting: 0 });
});

test.each<[BusyReason, (budgets: OrganizationBudgets) => void]>([
  ['thread_time', (budgets) => budgets.chargeThread('loud', 70_000)],
  ['database_time', (budgets) => budgets.chargeDatabase('loud', 70_000)],
])('an organization without %s is refused until it has some again, and no other one is', async (reason, use) => {
  const budgets = limited();
  use(budgets);
  for (const organization of ['quiet', 'loud', 'loud']) budgets.noteActive(organization);
  const [loud, quiet] = [request(budgets), request(budgets, 'quiet')];
  await settle();
  expect([loud.error?.params, loud.error?.retryAfterSeconds]).toEqual([{ reason }, 20]);
  expect(() => budgets.requireTime('loud')).toThrow(AppError);
  jest.advanceTimersByTime(20_000);
  expect(() => budgets.requireTime('loud')).not.toThrow();
  quiet.leave!();
});

test('an organization without time is not refused while no other one is active', () => {
  const budgets = limited();
  const isRefused = () => {
    try {
      budgets.requireTime('loud');
      return false;
    } catch {
      return true;
    }
  };
  budgets.noteActive('loud');
  for (let minute = 0; minute < 5; minute += 1) {
    budgets.chargeThread('loud', 1_000_000);
    expect(isRefused()).toBe(false);
    budgets.noteActive('quiet');
    expect(isRefused()).toBe(true);
    budgets.noteActive('loud');
    jest.advanceTimersByTime(59_000);
    budgets.chargeThread('loud', 1_000_000);
    expect(isRefused()).toBe(true);
    jest.advanceTimersByTime(2_000);
  }
});
