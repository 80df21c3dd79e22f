// One connection of many subscriptions, without a server: what is given up, and that nothing piles up for a slow reader.
import { EventConnection, type Outlet } from '../../src/graphql/connections/event-connection';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A reader that takes what is written when it is told to. */
class Reader implements Outlet {
  readonly written: string[] = [];
  private readonly waiting: (() => void)[] = [];
  isEnded = false;
  writableNeedDrain = false;
  write(text: string, done?: () => void): void {
    this.written.push(text);
    if (done) this.waiting.push(done);
  }
  async read(): Promise<void> {
    this.waiting.shift()?.();
    await settled();
  }
  end(): void {
    this.isEnded = true;
  }
}
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
/** Counts how many events were asked for. */
function endless() {
  const asked = { count: 0, isReturned: false };
  const events = (async function* () {
    try {
      for (;;) yield { data: { count: (asked.count += 1) } };
    } finally {
      asked.isReturned = true;
    }
  })();
  return { asked, events };
}

test('an event is asked for once the one before it is read', async () => {
  const [connection, reader] = [new EventConnection('me', () => undefined), new Reader()];
  connection.open(reader);
  const { asked, events } = endless();
  void connection.send(
    '1',
    connection.begin('1', () => undefined),
    events,
  );
  await settled();
  expect(asked.count).toBe(1);
  for (let read = 1; read <= 3; read += 1) await reader.read();
  expect(asked.count).toBe(4);
  expect(reader.written[1]).toBe('event: next\ndata: {"id":"1","payload":{"data":{"count":1}}}\n\n');
});

test('nothing is asked for more than once before the connection is open', async () => {
  const connection = new EventConnection('me', () => undefined);
  const { asked, events } = endless();
  void connection.send(
    '1',
    connection.begin('1', () => undefined),
    events,
  );
  await settled();
  expect(asked.count).toBe(1);
});

test('a connection that is not opened is given up with what it was to send, and so is one without a subscription', async () => {
  const closed: string[] = [];
  const unopened = new EventConnection('me', () => closed.push('unopened'));
  const { asked, events } = endless();
  void unopened.send(
    '1',
    unopened.begin('1', () => closed.push('its subscription')),
    events,
  );
  await settled();
  jest.advanceTimersByTime(10_000);
  await settled();
  expect(closed).toEqual(['its subscription', 'unopened']);
  expect(asked).toEqual({ count: 1, isReturned: true });

  const [idle, reader] = [new EventConnection('me', () => closed.push('idle')), new Reader()];
  idle.open(reader);
  jest.advanceTimersByTime(50_000);
  const operation = idle.begin('1', () => undefined);
  jest.advanceTimersByTime(120_000);
  expect(reader.isEnded).toBe(false);
  idle.complete('1', operation);
  jest.advanceTimersByTime(60_000);
  expect([reader.isEnded, closed.at(-1)]).toEqual([true, 'idle']);
});

test('a result that comes after its subscription was ended is not sent', async () => {
  const [connection, reader] = [new EventConnection('me', () => undefined), new Reader()];
  connection.open(reader);
  const operation = connection.begin('1', () => undefined);
  connection.complete('1');
  const { asked, events } = endless();
  await connection.send('1', operation, events);
  expect([asked.count, reader.written]).toEqual([0, [':\n\n']]);
});

test('thirty subscriptions at a time', () => {
  const connection = new EventConnection('me', () => undefined);
  for (let id = 1; id <= 30; id += 1) connection.begin(String(id), () => undefined);
  expect(() => connection.begin('31', () => undefined)).toThrow('too many requests');
  connection.complete('7');
  connection.begin('31', () => undefined);
  connection.close();
});

test('at a stop it ends once its subscriptions have, or after a second', () => {
  const [connection, reader] = [new EventConnection('me', () => undefined), new Reader()];
  connection.open(reader);
  connection.begin('1', () => undefined);
  connection.part();
  expect(reader.isEnded).toBe(false);
  connection.complete('1');
  expect(reader.isEnded).toBe(true);
  const [stuck, other] = [new EventConnection('me', () => undefined), new Reader()];
  stuck.open(other);
  stuck.begin('1', () => undefined);
  stuck.part();
  jest.advanceTimersByTime(1_000);
  expect(other.isEnded).toBe(true);
});
