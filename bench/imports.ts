// Measures imports of hosts that nmap has found: planning and applying. Compares the imports with hand-written SQL that
// matches hosts in the same way.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { openConnection } from '../src/platform/postgres/connect';
import { findServiceDefinition } from '../src/modules/inventory';
import { readImport } from '../src/modules/discovery/importing/formats/read-import';
import { importByHand, type GivenHost } from './bare-import';
import type { Child } from './children';
import { writeLeases } from './leases';
import { addWorld, percentiles, Subscriber } from './live';

export interface ImportSizes {
  /**
   * Number of hosts in the file that is sent by REST. `byGraphql` is the number of hosts in the file that is sent by
   * GraphQL.
   */
  readonly byRest: number;
  readonly byGraphql: number;
  /** Number of hosts in the file that is imported while a user of another organization works. */
  readonly beside: number;
}
interface Measured {
  readonly netloom: Child;
  readonly databaseUrl: string;
  /** API key of the organization's owner, who creates networks. */
  readonly key: string;
  readonly sizes: ImportSizes;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const megabyte = 1_000_000;
const fileName = 'scan.xml';
const seconds = (value: number) => `${value.toFixed(1)} s`;
const whole = (value: number) => Math.round(value).toLocaleString('en');

export async function benchImports({ netloom, databaseUrl, key, sizes, report, print }: Measured): Promise<void> {
  const client = await openConnection(databaseUrl);
  const headers = { authorization: `Bearer ${key}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const answerOf = async (response: Response) => {
    const { data, error, errors } = (await response.json()) as { data?: unknown; error?: string; errors?: unknown };
    if (!response.ok || errors !== undefined) throw new Error(`${response.status} ${error ?? JSON.stringify(errors)}`);
    return data as Record<string, unknown>;
  };
  const post = async (path: string, body: BodyInit = '', type = json): Promise<Record<string, unknown>> =>
    answerOf(await fetch(`${netloom.url}${path}`, { method: 'POST', headers: type, body }));
  const ask = (query: string, variables: object) => post('/graphql', JSON.stringify({ query, variables }));
  const planners = {
    async byRest(networkId: string, file: Buffer) {
      const path = `/api/v1/imports?network_id=${networkId}&file_name=${fileName}`;
      const { id } = await post(path, file as never, { ...headers, 'content-type': 'application/octet-stream' });
      return () => post(`/api/v1/imports/${String(id)}/apply`);
    },
    async byGraphql(networkId: string, file: Buffer) {
      const input = { networkId, fileName, file: String(file) };
      const planAnswer = await ask('mutation ($input: PlanImportInput!) { planImport(input: $input) { id } }', {
        input,
      });
      const { id } = planAnswer.planImport as { id: string };
      return () => ask('mutation ($id: UUID!) { applyImport(planId: $id) { id } }', { id });
    },
  };
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT organization_id AS id FROM user_api_keys WHERE key_hash = encode(sha256($1::bytea), 'hex')`,
      [key],
    );
    const newNetwork = async (name: string): Promise<string> => {
      const body = { name, organization_id: rows[0]!.id, tags: [] };
      return (await post('/api/v1/networks', JSON.stringify(body))).id as string;
    };
    for (const [plannerName, operationName] of [
      ['byRest', 'REST'],
      ['byGraphql', 'GraphQL'],
    ] as const) {
      const file = Buffer.from(scanOf(sizes[plannerName]));
      const title = `${whole(sizes[plannerName])} nmap hosts (${(file.length / megabyte).toFixed(1)} MB) by ${operationName}`;
      const [netloomSide, byHand] = [
        await newNetwork(`Imported, ${operationName}`),
        await newNetwork(`By hand, ${operationName}`),
      ];
      for (const kind of ['all new', 'all known'] as const) {
        report(`${title}, ${kind} …`);
        await netloom.liveMemory();
        const { now } = await netloom.memory();
        let apply: () => Promise<unknown> = () => Promise.resolve();
        const planTime = await timeWork(async () => void (apply = await planners[plannerName](netloomSide, file)));
        const applyTime = await timeWork(apply);
        const { most, longestTurn } = await netloom.memory();
        const hand = await timeWork(() => importByHand(client, byHand, fileName, givenHosts(file)));
        print(
          `${title}, ${kind}: planned ${seconds(planTime)}, applied ${seconds(applyTime)}, by hand ${seconds(hand)}, ratio ${(hand / (planTime + applyTime)).toFixed(2)};`,
        );
        print(`  process +${whole((most - now) / megabyte)} MB, longest turn ${whole(longestTurn)} ms`);
      }
      await assertAlike(client, netloomSide, byHand, sizes[plannerName]);
    }
    report(`a stranger beside an import of ${whole(sizes.beside)} hosts …`);
    const stranger = await Stranger.in(client, databaseUrl, netloom.url);
    const file = Buffer.from(writeLeases(sizes.beside));
    let apply: () => Promise<unknown> = () => Promise.resolve();
    const network = await newNetwork('Imported beside a stranger');
    print(`A stranger beside an import of ${whole(sizes.beside)} hosts (${(file.length / megabyte).toFixed(1)} MB):`);
    for (const [activity, work] of [
      ['nothing', () => pause(10_000)],
      ['planning it', async () => void (apply = await planners.byRest(network, file))],
      ['applying it', () => apply()],
    ] as const) {
      await netloom.memory();
      const { took, lines } = await stranger.meanwhile(work);
      const { longestTurn } = await netloom.memory();
      print(`  ${activity}, ${seconds(took)}, longest turn ${whole(longestTurn)} ms`);
      for (const line of lines) print(`    ${line}`);
    }
    stranger.leave();
  } finally {
    await client.end();
  }
}

async function timeWork(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/**
 * The XML of an nmap scan. Each host has four open ports: two with known software, one with only a name, one without a
 * service.
 */
function scanOf(hosts: number): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(2, '0');
  const entries = Array.from(
    { length: hosts },
    (
      _none,
      at,
    ) => `<host starttime="1763000000" endtime="1763000042"><status state="up" reason="arp-response" reason_ttl="0"/>
<address addr="10.32.${Math.floor(at / 250)}.${(at % 250) + 1}" addrtype="ipv4"/>
<address addr="00:50:56:01:${hex(at >> 8)}:${hex(at & 255)}" addrtype="mac" vendor="VMware"/>
<hostnames><hostname name="machine-${at}.bench.example" type="PTR"/></hostnames>
<ports><extraports state="closed" count="996"><extrareasons reason="reset" count="996"/></extraports>
<port protocol="tcp" portid="22"><state state="open" reason="syn-ack" reason_ttl="64"/><service name="ssh" product="OpenSSH" version="9.6p1" method="probed" conf="10"/></port>
<port protocol="tcp" portid="5432"><state state="open" reason="syn-ack" reason_ttl="64"/><service name="postgresql" product="PostgreSQL" method="probed" conf="10"/></port>
<port protocol="tcp" portid="8000"><state state="open" reason="syn-ack" reason_ttl="64"/><service name="http-alt" method="table" conf="3"/></port>
<port protocol="tcp" portid="9999"><state state="open" reason="syn-ack" reason_ttl="64"/></port></ports></host>`,
  );
  return `<?xml version="1.0"?>\n<nmaprun scanner="nmap" version="7.95">\n${entries.join('\n')}\n<runstats/></nmaprun>\n`;
}

/**
 * A user of another organization who changes rows of a network, subscribes to changes, takes snapshots and reads lists.
 */
class Stranger {
  private round = 0;
  private constructor(
    private readonly client: Client,
    private readonly url: string,
    private readonly key: string,
    private readonly networkId: string,
    private readonly subscriber: Subscriber,
  ) {}

  static async in(client: Client, databaseUrl: string, url: string): Promise<Stranger> {
    const { networks, keys } = await addWorld(client, databaseUrl, { users: 1, networks: 1 });
    const [network, key] = [networks[0]!, keys[0]!];
    await client.query(
      `UPDATE user_api_keys SET permissions = 'Member' WHERE key_hash = encode(sha256($1::bytea), 'hex')`,
      [key],
    );
    const subscriber = new Subscriber(network);
    await subscriber.open(url, key, 'changes');
    return new Stranger(client, url, key, network.id, subscriber);
  }

  leave(): void {
    this.subscriber.leave();
  }

  async meanwhile(work: () => Promise<unknown>): Promise<{ took: number; lines: string[] }> {
    const [toldAt, askedAt, snapshots, behind]: number[][] = [[], [], [], []];
    let isOver = false;
    const until = async (each: () => Promise<unknown>, restMs: number) => {
      do {
        await each();
        await pause(restMs);
      } while (!isOver);
    };
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    const all = [
      until(async () => {
        const nextEvent = this.subscriber.next();
        const sentAt = performance.now();
        const sql = `UPDATE hosts SET name = $2 WHERE network_id = $1 AND hostname = 'first'`;
        await this.client.query(sql, [this.networkId, `renamed ${(this.round += 1)}`]);
        toldAt!.push((await nextEvent) - sentAt);
      }, 300),
      until(async () => {
        const sentAt = performance.now();
        await (await fetch(`${this.url}/api/v1/hosts?network_id=${this.networkId}&limit=20`, { headers })).text();
        askedAt!.push(performance.now() - sentAt);
      }, 50),
      until(async () => {
        const sentAt = performance.now();
        const body = JSON.stringify({ network_id: this.networkId });
        const answer = await fetch(`${this.url}/api/v1/snapshots`, { method: 'POST', headers, body });
        const { data } = (await answer.json()) as { data: { taken_at: string } };
        snapshots!.push(performance.now() - sentAt);
        behind!.push(Date.now() - new Date(data.taken_at).getTime());
      }, 1_000),
    ];
    const took = await timeWork(work);
    isOver = true;
    await Promise.all(all);
    const lineOf = (label: string, values: readonly number[]) =>
      `${label} p50 / p99 ${percentiles(values)}, most ${whole(Math.max(...values))} ms (${values.length})`;
    return {
      took,
      lines: [
        lineOf('changes come after       ', toldAt!),
        lineOf('requests take            ', askedAt!),
        lineOf('snapshots take           ', snapshots!),
        lineOf('snapshots are dated back ', behind!),
      ],
    };
  }
}

const handBatch = 500;
const unclaimedService = 'Unclaimed Open Ports';

/**
 * The hosts of an import file for the hand-written SQL. Netloom reads files with the same code, so reading is not
 * compared.
 */
async function* givenHosts(file: Buffer): AsyncGenerator<GivenHost[]> {
  let batch: GivenHost[] = [];
  for await (const entry of readImport('auto', chunksOf(file), { fileName })) {
    if (entry.kind !== 'Host') throw new Error(`line ${entry.line} is no host`);
    const { addresses, hostname, manufacturer, ports, services } = entry.host;
    const [{ ip, mac }] = addresses as [(typeof addresses)[number]];
    const ofPort = new Map(services.map((service) => [service.port?.number, service]));
    batch.push({
      ...{ ip, mac: mac!, hostname: hostname!, vendor: manufacturer! },
      ports: ports.map(({ number }) => {
        const service = ofPort.get(number);
        const { name, product } = service ?? { name: unclaimedService, product: undefined };
        return { number, name: product ?? name, definition: findServiceDefinition([product, name]) ?? name };
      }),
    });
    if (batch.length < handBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* chunksOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += 65_536) yield await Promise.resolve(file.subarray(at, at + 65_536));
}

/**
 * Throws unless Netloom and the hand-written SQL have each stored the rows of `hosts` hosts. Each file is imported
 * twice, so this also fails if the second import adds rows.
 */
async function assertAlike(client: Client, netloomUrl: string, byHand: string, hosts: number): Promise<void> {
  for (const [table, ofHost] of Object.entries({ hosts: 1, ip_addresses: 1, ports: 4, services: 4, bindings: 4 })) {
    const count = async (networkId: string) => {
      const text = `SELECT count(*)::int AS count FROM ${table} WHERE network_id = $1`;
      return (await client.query<{ count: number }>(text, [networkId])).rows[0]!.count;
    };
    const [first, second] = [await count(netloomUrl), await count(byHand)];
    if (first !== hosts * ofHost || second !== first)
      throw new Error(`${table}: ${first} rows by imports, ${second} by hand, of ${hosts * ofHost}`);
  }
}
