// Measures how long the agent takes to deliver the machines of a router's ARP table, and how much processor time the
// service and PostgreSQL need for it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { DaemonClient } from '../src/agent/protocol/daemon-client';
import { deliver } from '../src/agent/protocol/deliver';
import { createJsonClient, Refusal, type Call } from '../src/agent/protocol/json-client';
import { Outbox, type PendingHost } from '../src/agent/protocol/outbox';
import type { Identity } from '../src/agent/protocol/state';
import { openConnection } from '../src/platform/postgres/connect';
import type { Child } from './children';

interface Measured {
  readonly netloom: Child;
  readonly databaseUrl: string;
  /** API key of the organization's owner, who creates the network and its daemon. */
  readonly key: string;
  readonly machines: number;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

/**
 * Measures the delivery of reports one by one and in batches. Each variant runs twice: the second time, all hosts exist
 * already.
 */
export async function benchArpTable({ netloom, databaseUrl, key, machines, report, print }: Measured): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-bench-'));
  const json = createJsonClient({ server: new URL(netloom.url) });
  const client = await openConnection(databaseUrl);
  const { signal } = new AbortController();
  try {
    const send = async (path_: string, body: object) =>
      (await json.send({ method: 'POST', path: path_, body, headers: { authorization: `Bearer ${key}` }, signal }))
        .data;
    const { rows: owners } = await client.query<{ id: string }>(
      `SELECT organization_id AS id FROM user_api_keys WHERE key_hash = encode(sha256($1::bytea), 'hex')`,
      [key],
    );
    const network = { name: 'ARP table', organization_id: owners[0]!.id };
    const { id: networkId } = (await send('/api/v1/networks', network)) as { id: string };
    const daemonKey = (await send('/api/v1/auth/daemon', { name: 'ARP table', network_id: networkId, tags: [] })) as {
      key: string;
    };
    let identity: Identity = { daemonId: crypto.randomUUID() };
    const registrar = {
      get identity() {
        return identity;
      },
      learn: (knownIdentity: Partial<Identity>) => void (identity = { ...identity, ...knownIdentity }),
    };
    const daemon = new DaemonClient({ json, key: daemonKey.key, name: 'ARP table', registrar });
    await daemon.start(signal);
    // The measured daemon has no discovery session, so updating a session does nothing.
    daemon.update = async () => undefined;
    const takesBatches = (path_: string) => path_.endsWith('/batch');
    const oneByOne = { ...json, send: async (call: Call) => (takesBatches(call.path) ? refuse() : json.send(call)) };
    const older = new DaemonClient({ json: oneByOne, key: daemonKey.key, name: 'ARP table', registrar });
    older.update = daemon.update;
    for (const [block, mode, by] of [
      [2, 'four at a time', older],
      [3, 'in batches', daemon],
    ] as const)
      for (const kind of ['new', 'known']) {
        report(`${machines} ${kind} machines of an ARP table, ${mode} …`);
        const outbox = new Outbox(path.join(folder, `${block} ${kind}.ndjson`));
        for (let at = 0; at < machines; at += 1)
          outbox.add({ kind: 'host', label: `${at}`, body: machineOf(block, at, networkId) });
        outbox.add({ kind: 'end', body: {} as never });
        const readTimes = async () => {
          const { user, system } = process.cpuUsage();
          const service = (await netloom.memory()).cpuMs;
          return { service, PostgreSQL: await postgresMs(client), agent: (user + system) / 1000 };
        };
        const before = await readTimes();
        const startedAt = performance.now();
        await deliver(outbox, { client: by, signal });
        const seconds = (performance.now() - startedAt) / 1000;
        const after = await readTimes();
        if (outbox.warnings.length > 0) throw new Error(outbox.warnings[0]);
        const each = (['service', 'PostgreSQL', 'agent'] as const).map(
          (of) => `${of} ${((after[of] - before[of]) / machines).toFixed(1)} ms`,
        );
        print(
          `${machines} ${kind} machines of an ARP table, ${mode}: ${seconds.toFixed(1)} s; processor time each: ${each.join(', ')}`,
        );
        outbox.remove();
      }
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM ip_addresses WHERE network_id = $1',
      [networkId],
    );
    if (rows[0]!.count !== 2 * machines) throw new Error(`${rows[0]!.count} addresses are stored of ${2 * machines}`);
  } finally {
    await client.end();
    json.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const hex = (value: number) => value.toString(16).padStart(2, '0');

function machineOf(block: number, at: number, networkId: string): PendingHost {
  const subnet = {
    id: crypto.randomUUID(),
    name: `10.${block}.0.0/16`,
    cidr: `10.${block}.0.0/16`,
    subnet_type: 'Lan',
  };
  const address = {
    ...{ id: crypto.randomUUID(), subnet_id: subnet.id, position: 0 },
    ip_address: `10.${block}.${Math.floor(at / 250)}.${(at % 250) + 1}`,
    mac_address: `00:50:56:${hex(block)}:${hex(at >> 8)}:${hex(at & 255)}`.toUpperCase(),
  };
  const host = { network_id: networkId, name: '', manufacturer: 'VMware, Inc.', manufacturer_source: 'oui' };
  return { host, ip_addresses: [address], ports: [], services: [], subnets: [subnet] } as PendingHost;
}

/**
 * Refuses batches of reports. The agent then sends one request per host, as it does to servers that accept no batches.
 */
function refuse(): never {
  throw new Refusal(404, 'not_found', 'no such route');
}

/** Processor time of PostgreSQL's processes on this machine in ms, including processes that have exited. */
async function postgresMs(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = statOf(rows[0]!.pid)[1]!;
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [statOf(Number(pid))] : []));
  const ownTimes = all.filter(([, parent]) => parent === server).map((stat) => stat[11]! + stat[12]!);
  const endedChildren = statOf(server);
  return [...ownTimes, endedChildren[13]!, endedChildren[14]!].reduce((sum, ticks) => sum + ticks, 0) * 10;
}

/** Fields of `/proc/PID/stat` (proc(5)), beginning with the process state. Empty if the process has exited. */
function statOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}
