// Measures discovery: a scan of a /24, a switch that has learned many addresses, and many devices. Also compares the
// merging of reports with hand-written SQL.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Client } from 'pg';
import { DaemonClient } from '../src/agent/protocol/daemon-client';
import { createJsonClient } from '../src/agent/protocol/json-client';
import type { Identity } from '../src/agent/protocol/state';
import type { HostReport } from '../src/agent/protocol/wire';
import { readDevice } from '../src/agent/sources/snmp';
import { openConnection } from '../src/platform/postgres/connect';
import { whyNoNamespaces } from '../test/agent/lab/namespace-lab';
import { writeLargeSwitch } from '../test/agent/sources/snmp/large-switch';
import { writeReport, type Reported } from './bare-report';
import { at, Callers, formatDelays } from './caller-process';
import type { ScanFigures, ScanOrder } from './scan';

export interface DiscoverySizes {
  /**
   * Numbers of machines in the scanned /24, of simulated devices, of reported hosts, and of machines in an ARP table.
   */
  readonly machines: number;
  readonly devices: number;
  readonly reported: number;
  readonly arpTable: number;
}
interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  /** API key of the organization's owner, who creates networks and daemons. */
  readonly key: string;
  readonly sizes: DiscoverySizes;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const run = promisify(execFile);
const [switchPorts, learnedCount] = [48, 2_000];
const seconds = (value: number) => `${value.toFixed(1)} s`;
const whole = (value: number) => Math.round(value).toLocaleString('en');

export async function benchDiscovery(side: Measured): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-bench-'));
  // The lldpd of the simulated network runs as a different user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  try {
    const file = await bundle(folder);
    await benchRange(folder, file, side);
    await benchDevices(folder, file, side);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles the agent like the released agent. Otherwise, code that is compiled at run time would count as the agent's
 * memory.
 */
async function bundle(folder: string): Promise<string> {
  const outfile = path.join(folder, 'scan.cjs');
  const entryPoints = [path.join(__dirname, 'scan.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' });
  return outfile;
}

/**
 * Runs one discovery session of the agent in a child process. `within` is the beginning of the command line, for
 * instance a command that enters a network namespace.
 */
async function scan(file: string, order: ScanOrder, within: readonly string[] = []): Promise<ScanFigures> {
  const [command, ...args] = [...within, ...[process.execPath, '--expose-gc', file, JSON.stringify(order)]];
  const options = { cwd: path.join(__dirname, '..'), maxBuffer: 2 ** 24 };
  const { stdout } = await run(command!, args, options);
  return JSON.parse(stdout) as ScanFigures;
}

/**
 * Measures the scan of a simulated /24 with `machines` machines, one of which is a switch. Without network namespaces,
 * the agent scans loopback instead, on which every address responds.
 */
async function benchRange(
  folder: string,
  file: string,
  { sizes: { machines }, report, print }: Measured,
): Promise<void> {
  report('a /24 …');
  const printScan = (
    label: string,
    { seconds: took, machines: foundMachines, openPorts, mostSockets, most }: ScanFigures,
  ) =>
    print(
      `${label}: ${seconds(took)}, ${foundMachines} machines, ${openPorts} open ports; at most ${mostSockets} sockets, process ${whole(most)} MB`,
    );
  const refusal = whyNoNamespaces();
  if (refusal !== undefined) {
    report(`SKIPPED: the /24, because ${refusal}. ${machines} addresses of loopback are scanned instead.`);
    const allow = Array.from({ length: machines }, (_none, at) => `127.0.92.${at + 1}`);
    return printScan(
      `${machines} addresses of loopback, 1,000 ports each`,
      await scan(file, { allow, asksNames: true }),
    );
  }
  const script = path.join(__dirname, '..', 'test', 'lab', 'lab.sh');
  const prefix = `nlb${process.pid}-`;
  const lab = { PREFIX: prefix, RUN: path.join(folder, 'lab'), RING: '0', ROUTER: '0', HOST_LLDP: '0' };
  const env = { PATH: process.env.PATH, ...lab };
  try {
    await run(script, ['up', '1', String(machines - 1)], { env });
    const figures = await scan(file, { allow: ['10.77.0.0/24'], asksNames: true }, [
      'ip',
      'netns',
      'exec',
      `${prefix}probe`,
    ]);
    // The agent also finds the machine on which the agent runs.
    if (figures.machines !== machines + 1)
      throw new Error(`${figures.machines} machines were found of ${machines + 1}`);
    printScan(`a /24 with ${machines} machines, 1,000 ports each`, figures);
  } finally {
    await run(script, ['down'], { env });
  }
}

async function benchDevices(folder: string, program: string, { sizes, report, print }: Measured): Promise<void> {
  report('simulated devices …');
  const addresses = Array.from({ length: sizes.devices }, (_none, at) => `127.0.93.${at + 1}`);
  const port = await freeUdpPort();
  const files = addresses.map((address, at) => {
    const file = path.join(folder, `device-${at}.snmprec`);
    writeLargeSwitch(file, { ports: switchPorts, learned: learnedCount, number: at });
    return `${address}=${file}`;
  });
  const simulator = spawn(process.execPath, [path.join(__dirname, 'simulated-devices.mjs'), String(port), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let listening = 0;
    for await (const chunk of simulator.stdout) {
      listening += String(chunk).split('\n').length - 1;
      if (listening >= addresses.length) break;
    }
    if (listening < addresses.length) throw new Error('the simulated devices did not start');
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now();
      const signal = new AbortController().signal;
      const device = await readDevice(addresses[0]!, { version: 'v2c', community: 'public' }, { port, signal });
      times.push((performance.now() - startedAt) / 1000);
      const learnedMacs = device.interfaces.reduce((sum, { fdbMacs }) => sum + fdbMacs.length, 0);
      if (learnedMacs !== learnedCount)
        throw new Error(`${learnedMacs} learned addresses were read of ${learnedCount}`);
    }
    const typical = times.sort((a, b) => a - b)[1]!;
    print(`a switch of ${switchPorts} ports with ${whole(learnedCount)} learned addresses: ${typical.toFixed(2)} s`);
    const figures = await scan(program, { allow: addresses, snmpPort: port, ports: [1], asksNames: false });
    if (figures.devices !== addresses.length || figures.learned !== addresses.length * learnedCount)
      throw new Error(`${figures.devices} devices with ${figures.learned} learned addresses were read`);
    print(
      `${whole(addresses.length)} such devices: ${seconds(figures.seconds)}; process at most ${whole(figures.most)} MB, ${whole(figures.before)} MB before`,
    );
  } finally {
    simulator.kill();
    await once(simulator, 'close');
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

const definitions = ['SSH', 'Nginx Proxy Manager', 'PostgreSQL'];
const ports = [22, 81, 5432, 8000];

/**
 * Compares Netloom with hand-written SQL. Both store new hosts one by one, then the same hosts again: Netloom from
 * reports by HTTP, the SQL on a database connection.
 */
export async function benchReports({
  url,
  databaseUrl,
  key,
  sizes: { reported },
  report,
  print,
}: Measured): Promise<void> {
  const client = await openConnection(databaseUrl);
  const json = createJsonClient({ server: new URL(url) });
  const signal = new AbortController().signal;
  const call = async (path_: string, body: object) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await json.send({ method: 'POST', path: path_, body, headers, signal })).data as {
      id: string;
      key: string;
    };
  };
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT organization_id AS id FROM user_api_keys WHERE key_hash = encode(sha256($1::bytea), 'hex')`,
      [key],
    );
    const network = async (name: string) => (await call('/api/v1/networks', { name, organization_id: rows[0]!.id })).id;
    const [netloomTime, byHand] = [await network('Reported'), await network('Reported by hand')];
    const daemonKey = (await call('/api/v1/auth/daemon', { name: 'Benchmark', network_id: netloomTime, tags: [] })).key;
    let identity: Identity = { daemonId: crypto.randomUUID() };
    const registrar = {
      get identity() {
        return identity;
      },
      learn: (knownIdentity: Partial<Identity>) => void (identity = { ...identity, ...knownIdentity }),
    };
    const daemon = new DaemonClient({ json, key: daemonKey, name: 'Benchmark', registrar });
    await daemon.start(signal);
    const subnets = await Promise.all([netloomTime, byHand].map((id) => subnetOf(client, id)));
    const took = { made: [0, 0], merged: [0, 0] };
    for (const [kind, times] of Object.entries(took)) {
      report(`${reported} hosts ${kind} …`);
      times[0] = await timeWork(async () => {
        for (let at = 0; at < reported; at += 1) await daemon.reportHost(hostOf(at, netloomTime, subnets[0]!), signal);
      });
      times[1] = await timeWork(async () => {
        for (let at = 0; at < reported; at += 1) await writeReport(client, bareHostOf(at, byHand, subnets[1]!));
      });
    }
    await assertAlike(client, netloomTime, byHand, reported);
    for (const [kind, [first, second]] of Object.entries(took))
      print(
        `${whole(reported)} reported hosts ${kind}: ${seconds(first!)} (${whole(reported / first!)}/s), by hand ${seconds(second!)} (${whole(reported / second!)}/s), ratio ${(second! / first!).toFixed(2)}`,
      );
    const send = (host: number) => daemon.reportHost(hostOf(host % reported, netloomTime, subnets[0]!), signal);
    await besideReports({ url, key, report, print }, send);
  } finally {
    json.close();
    await client.end();
  }
}

/**
 * A list is read every 50 ms in turns of 10 s: six turns without reports, six turns with reports. So each 99th
 * percentile is computed from 1,200 reads.
 */
const [everyMs, turnSeconds, turns] = [50, 10, 6];

/**
 * Measures how long reading lists takes, alternately without reports, and while a daemon constantly reports hosts that
 * are already stored.
 */
async function besideReports(
  { url, key, report, print }: Pick<Measured, 'url' | 'key' | 'report' | 'print'>,
  send: (host: number) => Promise<unknown>,
): Promise<void> {
  report('lists beside a stream of reports …');
  const readers = new Callers();
  const quiet: number[] = [];
  const busy: number[] = [];
  let sentCount = 0;
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(...(await readers.read({ url, key, everyMs }, () => pause(turnSeconds * 1000))));
      const reporting = async () => {
        for (const until = performance.now() + turnSeconds * 1000; performance.now() < until; sentCount += 1)
          await send(sentCount);
      };
      busy.push(...(await readers.read({ url, key, everyMs }, reporting)));
    }
  } finally {
    readers.end();
  }
  const ratio = at(busy, 0.99) / at(quiet, 0.99);
  print(
    `${1000 / everyMs} lists a second: alone ${formatDelays(quiet)}, beside ${whole(sentCount / turns / turnSeconds)} reports a second of known hosts ${formatDelays(busy)}, ratio of p99 ${ratio.toFixed(2)}`,
  );
}

async function timeWork(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function subnetOf(client: Client, networkId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO subnets (network_id, name, cidr, subnet_type) VALUES ($1, 'Reported', '10.0.0.0/8', 'Lan') RETURNING id`,
    [networkId],
  );
  return rows[0]!.id;
}

const hexOf = (at: number) => at.toString(16).padStart(4, '0');
function partsOf(at: number, subnetId: string) {
  const [high, low] = [hexOf(at).slice(0, 2), hexOf(at).slice(2)];
  const address = {
    subnet_id: subnetId,
    ip_address: `10.1.${Math.floor(at / 250)}.${(at % 250) + 1}`,
    mac_address: `00:50:56:00:${high}:${low}`,
  };
  return { address, name: `machine-${at}`, chassisId: `machine ${at}` };
}

function hostOf(at: number, networkId: string, subnetId: string): HostReport {
  const { address, name, chassisId } = partsOf(at, subnetId);
  const rows = ports.map((number) => ({ id: crypto.randomUUID(), number, protocol: 'Tcp' as const }));
  return {
    host: {
      name,
      network_id: networkId,
      chassis_id: chassisId,
      source: { type: 'Discovery' },
      hidden: false,
      tags: [],
    },
    ip_addresses: [{ id: crypto.randomUUID(), ...address, position: 0 }],
    ports: rows,
    services: definitions.map((definition, place) => ({
      id: crypto.randomUUID(),
      name: definition,
      service_definition: definition,
      bindings: [{ type: 'Port', port_id: rows[place]!.id }],
    })),
  } as HostReport;
}

/**
 * The rows that the hand-written SQL stores for a host: the same that Netloom makes of the report of the host. For a
 * port without a known service, Netloom stores the service "Open Ports".
 */
function bareHostOf(at: number, networkId: string, subnetId: string): Reported {
  const { address, name, chassisId } = partsOf(at, subnetId);
  const services = [...definitions, 'Open Ports'].map((definition, place) => ({ definition, port: ports[place]! }));
  return { networkId, name, chassisId, addresses: [address], ports, services };
}

/**
 * Throws unless Netloom and the hand-written SQL have stored equally many rows: a second report of a host adds no rows.
 */
async function assertAlike(client: Client, netloomUrl: string, byHand: string, reportCount: number): Promise<void> {
  for (const table of ['hosts', 'ip_addresses', 'ports', 'services', 'bindings']) {
    const count = async (networkId: string) => {
      const text = `SELECT count(*)::int AS count FROM ${table} WHERE network_id = $1`;
      return (await client.query<{ count: number }>(text, [networkId])).rows[0]!.count;
    };
    const [first, second] = [await count(netloomUrl), await count(byHand)];
    // Netloom has one host more than the hand-written SQL: the host of the daemon.
    const expectedCount = table === 'hosts' ? second + 1 : second;
    if (first !== expectedCount || second % reportCount !== 0)
      throw new Error(`${table}: ${first} rows by reports, ${second} by hand`);
  }
}
