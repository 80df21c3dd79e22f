// Delivery of reports from the agent to the server: a batch of hosts has the same result as separate reports, and no
// failed request loses a report.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { DaemonClient } from '../../src/agent/protocol/daemon-client';
import { deliver } from '../../src/agent/protocol/deliver';
import { Outage, Refusal } from '../../src/agent/protocol/json-client';
import { Outbox, type Entry, type PendingHost } from '../../src/agent/protocol/outbox';
import { newFolder, removeFolder } from './support/agent';

let folder: string;
beforeEach(() => (folder = newFolder()));
afterEach(() => removeFolder(folder));

const mac = (at: number) => `00:1b:21:00:00:${at.toString(16).padStart(2, '0')}`;
const host = (name: string, address: string, mac_address?: string, id?: string): Entry & { kind: 'host' } => ({
  kind: 'host',
  label: name,
  body: {
    host: { name, ...(id && { id }) },
    ip_addresses: [{ subnet_id: 'any', ip_address: address, ...(mac_address && { mac_address }) }],
    ports: [],
    services: [],
  } as unknown as PendingHost,
});
const machine = (at: number) => host(`machine ${at}`, `10.0.0.${at}`, mac(at));
const end: Entry = { kind: 'end', body: { phase: 'Complete', progress: 100 } as never };

const noSuchRoute = () => new Refusal(404, 'not_found', 'no such route');

/**
 * A fake server. It records the stored hosts in the order of storing, and the highest number of concurrent reports. By
 * default, `judgeBatch` refuses every batch, like an old server that has no route for batches.
 */
function serverOf(
  judge: (name: string, attempt: number) => Error | undefined = () => undefined,
  judgeBatch: (attempt: number) => Error | undefined = noSuchRoute,
) {
  const batches: number[] = [];
  const storedTexts: string[] = [];
  const attempts = new Map<string, number>();
  const warnings: unknown[] = [];
  let [under, most, starts] = [0, 0, 0];
  const client = {
    networkId: 'network',
    start: async () => void (starts += 1),
    update: async (_id: string, body: { warnings: unknown[] }) => void warnings.push(...body.warnings),
    reportHost: async (body: { host: { name: string } }) => {
      const { name } = body.host;
      const attempt = (attempts.get(name) ?? 0) + 1;
      attempts.set(name, attempt);
      most = Math.max(most, (under += 1));
      // With this delay, concurrent reports are stored in the reverse order of sending.
      await new Promise((resolve) => setTimeout(resolve, 8 - under));
      under -= 1;
      const error = judge(name, attempt);
      if (error) throw error;
      storedTexts.push(name);
      return { id: randomUUID(), ip_addresses: [], ports: [], interfaces: [], services: [] };
    },
    reportHosts: async (bodies: { host: { name: string } }[]) => {
      batches.push(bodies.length);
      const error = judgeBatch(batches.length);
      if (error) throw error;
      return bodies.map(({ host: { name } }) => {
        if (judge(name, 0)) return undefined;
        storedTexts.push(name);
        return { id: randomUUID(), ip_addresses: [], ports: [], interfaces: [], services: [] };
      });
    },
  } as unknown as DaemonClient;
  return { batches, client, stored: storedTexts, attempts, warnings, most: () => most, starts: () => starts };
}

const outboxWith = (entries: readonly Entry[]) => {
  const outbox = new Outbox(path.join(folder, `${randomUUID()}.ndjson`));
  for (const entry of entries) outbox.add(entry);
  return outbox;
};
const names = (count: number) => Array.from({ length: count }, (_, at) => `machine ${at + 1}`);
const sendAll = (outbox: Outbox, client: DaemonClient, onOutage?: (outage: Outage | undefined) => void) =>
  deliver(outbox, { client, signal: new AbortController().signal, pausesMs: [1, 5], ...(onOutage && { onOutage }) });

test('reports of several hosts are sent at the same time, a few at most, and all hosts are stored', async () => {
  const { client, stored, most } = serverOf();
  const outbox = outboxWith([...names(30).map((_, at) => machine(at + 1)), end]);
  expect(await sendAll(outbox, client)).toBe(true);
  expect([...stored].sort()).toEqual([...names(30)].sort());
  expect(outbox.scanned.host_ids).toHaveLength(30);
  expect(most()).toBe(4);
});

describe('a server that takes several hosts in one request', () => {
  const takes = () => undefined;
  const many = () => outboxWith([...names(120).map((_, at) => machine(at + 1)), end]);

  test('gets batches as large as it accepts, in order, once a first batch was accepted', async () => {
    const { client, stored, batches, attempts } = serverOf(undefined, takes);
    const outbox = many();
    expect(await sendAll(outbox, client)).toBe(true);
    expect(stored).toEqual(names(120));
    expect(outbox.scanned.host_ids).toHaveLength(120);
    expect([batches, attempts.size]).toEqual([[50, 50, 19], 1]);
  });

  test("gets no two hosts with an identifier in common, nor the agent's own machine, in one batch", async () => {
    const { client, stored, batches } = serverOf(undefined, takes);
    const entries = [machine(1), machine(2), machine(3), host('again', '10.0.0.2'), machine(4)];
    const ownHost = host('own', '10.0.0.77', undefined, randomUUID());
    await sendAll(outboxWith([...entries, ownHost, machine(5), machine(6), end]), client);
    expect(batches).toEqual([2, 2, 2]);
    expect(stored).toEqual([
      'machine 1',
      'machine 2',
      'machine 3',
      'again',
      'machine 4',
      'own',
      'machine 5',
      'machine 6',
    ]);
  });

  test('refuses one host of a batch: the host is sent alone to learn the reason, and no other host is sent twice', async () => {
    const refusalFor = (name: string) => (/ 7$/.test(name) ? new Refusal(400, 'validation_required', 'no') : undefined);
    const { client, stored, warnings, attempts } = serverOf(refusalFor, takes);
    const outbox = many();
    await sendAll(outbox, client);
    expect(stored).toEqual(names(120).filter((name) => name !== 'machine 7'));
    expect(warnings).toEqual([expect.stringMatching(/machine 7.*refused/)]);
    expect([...attempts.keys()]).toEqual(['machine 1', 'machine 7']);
  });

  test('gets fewer hosts in a batch if their reports are large', async () => {
    const { client, batches } = serverOf(undefined, takes);
    const large = names(30).map((_, at): Entry => {
      const entry = machine(at + 1);
      return { ...entry, body: { ...entry.body, host: { ...entry.body.host, description: 'x'.repeat(50_000) } } };
    });
    const outbox = outboxWith([...large, end]);
    expect(await sendAll(outbox, client)).toBe(true);
    expect(outbox.scanned.host_ids).toHaveLength(30);
    expect(Math.max(...batches)).toBeLessThanOrEqual(5);
    expect(batches.length).toBeGreaterThan(3);
  });

  test('is asked only once whether it accepts batches, and again after a lost answer', async () => {
    const older = serverOf();
    await sendAll(many(), older.client);
    expect(older.batches).toEqual([50]);
    expect(older.most()).toBe(4);
    const failing = serverOf(undefined, (attempt) => (attempt === 1 ? new Outage('away') : undefined));
    const outbox = many();
    expect(await sendAll(outbox, failing.client)).toBe(true);
    expect([...failing.stored].sort()).toEqual(names(120).sort());
    expect(outbox.scanned.host_ids).toHaveLength(120);
    expect(failing.batches).toEqual([50, 50, 50, 15]);
  });
});

test('hosts with an identifier in common are stored in the order in which they were found', async () => {
  const { client, stored } = serverOf();
  const twice = [machine(1), machine(2), host('other', '10.0.0.9'), host('same mac', '10.0.0.8', mac(2)), machine(1)];
  await sendAll(outboxWith([machine(7), ...twice, end]), client);
  expect(stored.indexOf('same mac')).toBeGreaterThan(stored.indexOf('machine 2'));
  for (const earlier of ['machine 1', 'machine 2', 'other'])
    expect(stored.lastIndexOf('machine 1')).toBeGreaterThan(stored.indexOf(earlier));
  expect(stored).toHaveLength(6);
});

test('hosts of one batch are consecutive, have no identifier in common, and are not the own machine', () => {
  const seeds = 200;
  for (let seed = 1; seed <= seeds; seed += 1) {
    let state = seed;
    const below = (n: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % n;
    const entries = Array.from({ length: 12 }, (): Entry => {
      if (below(8) === 0) return { kind: 'capabilities' };
      const id = below(6) === 0 ? randomUUID() : undefined;
      return host(`n${below(6)}`, `10.0.0.${below(9)}`, below(3) === 0 ? undefined : mac(below(9)), id);
    });
    const outbox = outboxWith(entries);
    const takenEntries: Entry[] = [];
    while (outbox.next) {
      const group = outbox.nextTogether(4);
      expect(group.length).toBeGreaterThan(0);
      expect(group.length).toBeLessThanOrEqual(4);
      if (group.length > 1) {
        const hosts = group.map((entry) => (entry as Entry & { kind: 'host' }).body);
        expect(hosts.every((body) => !body.host.id)).toBe(true);
        const marks = hosts.flatMap((body) => [
          body.host.name,
          ...body.ip_addresses!.flatMap((one) => [one.ip_address, one.mac_address].filter(Boolean)),
        ]);
        expect(new Set(marks).size).toBe(marks.length);
      }
      for (const entry of group) {
        takenEntries.push(entry);
        outbox.settle();
      }
    }
    expect(takenEntries).toEqual(entries);
    outbox.remove();
  }
});

test('a refused host does not prevent the other hosts from being stored', async () => {
  const refusalFor = (name: string) =>
    name === 'machine 3' ? new Refusal(400, 'validation_required', 'no') : undefined;
  const { client, stored, warnings } = serverOf(refusalFor);
  expect(await sendAll(outboxWith([...names(9).map((_, at) => machine(at + 1)), end]), client)).toBe(true);
  expect([...stored].sort()).toEqual(names(9).filter((name) => name !== 'machine 3'));
  expect(warnings).toEqual([expect.stringMatching(/machine 3.*refused/)]);
});

test('after a lost answer the agent waits, reports the outage once, and completes each host once', async () => {
  const logLines: string[] = [];
  const outageFor = (name: string, attempt: number) =>
    /[3-5]$/.test(name) && attempt < 3 ? new Outage('the server is away') : undefined;
  const { client, stored, attempts } = serverOf(outageFor);
  const outbox = outboxWith([...names(9).map((_, at) => machine(at + 1)), end]);
  await sendAll(outbox, client, (outage) => logLines.push(outage ? 'away' : 'back'));
  expect([...stored].sort()).toEqual(names(9));
  expect(outbox.scanned.host_ids).toHaveLength(9);
  expect(attempts.get('machine 4')).toBe(3);
  // Messages about outages and recoveries alternate, and the last message reports a recovery.
  expect(logLines.every((one, at) => one !== logLines[at - 1])).toBe(true);
  expect(logLines.at(-1)).toBe('back');
});

test('a server that refuses the daemon ends the delivery at once, and hosts without an answer stay for the next run', async () => {
  const closingRefusal = (name: string) =>
    name === 'machine 5' ? new Refusal(401, 'auth_not_authenticated', 'no') : undefined;
  const waitingFailure = (name: string, attempt: number) =>
    closingRefusal(name) ?? (name === 'machine 4' && attempt < 1_000_000 ? new Outage('away') : undefined);
  const { client } = serverOf(waitingFailure);
  const file = path.join(folder, 'kept.ndjson');
  const outbox = new Outbox(file);
  for (const entry of [...names(9).map((_, at) => machine(at + 1)), end]) outbox.add(entry);
  const stop = new AbortController();
  await expect(deliver(outbox, { client, signal: stop.signal, pausesMs: [1, 5] })).rejects.toThrow(Refusal);
  stop.abort();
  outbox.close();
  const next = new Outbox(file);
  const { client: another, stored } = serverOf();
  await sendAll(next, another);
  expect(stored).toEqual(expect.arrayContaining(names(9).slice(3)));
  expect(next.scanned.host_ids!.length).toBeGreaterThanOrEqual(9);
});
