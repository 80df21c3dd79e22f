// Tests one connection with many subscriptions, without a server: when the service closes the connection, and that
// events for a slow reader do not accumulate.
import { EventConnection, type Outlet } from '../../src/graphql/connections/event-connection';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A reader that takes written data only when the test calls it. */
class Reader implements Outlet {
  readonly written: string[] = [];
  private readonly waiting: (() => void)[] = [];
  isEnded = false;
  writableNeedDrain = false;
  write(text: string, onDone?: () => void): void {
    this.written.push(text);
    if (onDone) this.waiting.push(onDone);
  }
  async read(): Promise<void> {
    this.waiting.shift()?.();
    await waitTurns();
  }
  end(): void {
    this.isEnded = true;
  }
}
const waitTurns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
/** An endless source of events that counts how many were requested. */
function endless() {
  const requestState = { count: 0, isReturned: false };
  const events = (async function* () {
    try {
      for (;;) yield { data: { count: (requestState.count += 1) } };
    } finally {
      requestState.isReturned = true;
    }
  })();
  return { asked: requestState, events };
}

test('the next event is requested only after the previous one was read', async () => {
  const [connection, reader] = [new EventConnection('me', () => undefined), new Reader()];
  connection.open(reader);
  const { asked, events } = endless();
  void connection.send(
    '1',
    connection.begin('1', () => undefined),
    events,
  );
  await waitTurns();
  expect(asked.count).toBe(1);
  for (let read = 1; read <= 3; read += 1) await reader.read();
  expect(asked.count).toBe(4);
  expect(reader.written[1]).toBe('event: next\ndata: {"id":"1","payload":{"data":{"count":1}}}\n\n');
});

test('before the connection is open, at most one event is requested', async () => {
  const connection = new EventConnection('me', () => undefined);
  const { asked, events } = endless();
  void connection.send(
    '1',
    connection.begin('1', () => undefined),
    events,
  );
  await waitTurns();
  expect(asked.count).toBe(1);
});

test('a connection that is not opened in time is closed with its unsent events, and so is one without a subscription', async () => {
  const closedNames: string[] = [];
  const unopenedConnection = new EventConnection('me', () => closedNames.push('unopened'));
  const { asked, events } = endless();
  void unopenedConnection.send(
    '1',
    unopenedConnection.begin('1', () => closedNames.push('its subscription')),
    events,
  );
  await waitTurns();
  jest.advanceTimersByTime(10_000);
  await waitTurns();
  expect(closedNames).toEqual(['its subscription', 'unopened']);
  expect(asked).toEqual({ count: 1, isReturned: true });

  const [idle, reader] = [new EventConnection('me', () => closedNames.push('idle')), new Reader()];
  idle.open(reader);
  jest.advanceTimersByTime(50_000);
  const operation = idle.begin('1', () => undefined);
  jest.advanceTimersByTime(120_000);
  expect(reader.isEnded).toBe(false);
  idle.complete('1', operation);
  jest.advanceTimersByTime(60_000);
  expect([reader.isEnded, closedNames.at(-1)]).toEqual([true, 'idle']);
});

test('a result after the end of its subscription is not sent', async () => {
  const [connection, reader] = [new EventConnection('me', () => undefined), new Reader()];
  connection.open(reader);
  const operation = connection.begin('1', () => undefined);
  connection.complete('1');
  const { asked, events } = endless();
  await connection.send('1', operation, events);
  expect([asked.count, reader.written]).toEqual([0, [':\n\n']]);
});

test('at most thirty subscriptions are open at a time', () => {
  const connection = new EventConnection('me', () => undefined);
  for (let id = 1; id <= 30; id += 1) connection.begin(String(id), () => undefined);
  expect(() => connection.begin('31', () => undefined)).toThrow('too many requests');
  connection.complete('7');
  connection.begin('31', () => undefined);
  connection.close();
});

test('when the service stops, the connection ends after its subscriptions, or after a second', () => {
  const [connection, reader] = [new EventConnection('me', () => undefined), new Reader()];
  connection.open(reader);
  connection.begin('1', () => undefined);
  connection.part();
  expect(reader.isEnded).toBe(false);
  connection.complete('1');
  expect(reader.isEnded).toBe(true);
  const [stuckConnection, other] = [new EventConnection('me', () => undefined), new Reader()];
  stuckConnection.open(other);
  stuckConnection.begin('1', () => undefined);
  stuckConnection.part();
  jest.advanceTimersByTime(1_000);
  expect(other.isEnded).toBe(true);
});
