// Measures the queries `search` and `locate` with texts of every kind, in one network with many hosts and in an
// organization with many networks.
import type { Client } from 'pg';
import { openConnection } from '../src/platform/postgres/connect';
import { addKey, addManyHosts } from './database';

export interface SearchSizes {
  /**
   * Sizes of the measured organizations: the number of hosts, and the number of networks over which the hosts are
   * distributed.
   */
  readonly organizations: readonly (readonly [hosts: number, networks: number])[];
  readonly rounds: number;
}
interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly sizes: SearchSizes;
}

/** Search texts, each with a description of the rows that contain the text. `addParts` adds these rows. */
const texts: readonly (readonly [text: string, description: string])[] = [
  ['host-77', 'names of hosts'],
  ['ho', 'two letters'],
  ['FCW00777', 'a serial number'],
  ['10.0.3.9', 'a whole address'],
  ['10.0.3.', 'the beginning of addresses'],
  ['.3.9', 'the end of addresses'],
  ['02:00:00:00:03:09', 'a whole MAC address'],
  ['03:09', 'the end of MAC addresses'],
  ['000309', 'the same without colons'],
  ['Gi1/0/7', 'ports of devices'],
  ['eth2', 'ports with one digit'],
  ['rack 777', 'aliases of ports'],
  ['dns-777', 'names of addresses'],
  ['tcp/443', 'TCP ports'],
  ['Zürich', 'a letter that is not ASCII'],
  ['no such text', 'nothing'],
];

const whole = (value: number): string => Math.round(value).toString();

export async function benchSearch({ url, databaseUrl, report, print, sizes }: Measured): Promise<void> {
  for (const [hosts, networks] of sizes.organizations) {
    report(`an organization with ${hosts} hosts in ${networks} networks …`);
    const client = await openConnection(databaseUrl);
    const { key, networkId } = await addOrganization(client, hosts, networks).finally(() => client.end());
    const ask = async (query: string, text: string): Promise<number> => {
      const start = performance.now();
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { text, ...(query.includes('$networkId') && { networkId }) } }),
      });
      const body = await answer.text();
      if (!answer.ok || body.includes('"errors"')) throw new Error(`${text}: ${body.slice(0, 300)}`);
      return performance.now() - start;
    };
    print(`${hosts} hosts in ${networks} network(s), milliseconds of ${sizes.rounds} requests (median, longest):`);
    for (const [name, query] of Object.entries(documents)) {
      for (const [text, description] of texts) {
        await ask(query, text);
        const roundTimes: number[] = [];
        for (let round = 0; round < sizes.rounds; round += 1) roundTimes.push(await ask(query, text));
        roundTimes.sort((one, other) => one - other);
        const median = roundTimes[Math.floor(roundTimes.length / 2)]!;
        print(`  ${name} "${text}", ${description}: ${whole(median)}, ${whole(roundTimes.at(-1)!)}`);
      }
    }
  }
}

const documents = {
  search: 'query ($text: String!) { search(text: $text) { totalCount matches { kind title field } } }',
  locate:
    'query ($text: String!, $networkId: UUID!) { locate(networkId: $networkId, text: $text) { note hostCount ports { evidence } } }',
} as const;

async function addOrganization(client: Client, hosts: number, networks: number) {
  const organizationId = await addManyHosts(client, hosts, networks);
  // Without statistics, PostgreSQL would join the new rows by comparing each row with all rows.
  await client.query('ANALYZE');
  await addParts(client, organizationId);
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ id: string }>('SELECT id FROM networks WHERE organization_id = $1 LIMIT 1', [
    organizationId,
  ]);
  return { key: await addKey(client, organizationId), networkId: rows[0]!.id };
}

/** Adds serial numbers, MAC addresses, three interfaces and two ports to each host of the organization. */
async function addParts(client: Client, organizationId: string): Promise<void> {
  const ofHosts = `FROM hosts h JOIN networks n ON n.id = h.network_id WHERE n.organization_id = $1`;
  const number = `substr(h.name, 6)::int`;
  const mac = (first: string, at: string) =>
    `'${first}:00:' || regexp_replace(lpad(to_hex(${at}), 8, '0'), '(..)(?!$)', '\\1:', 'g')`;
  const statements = [
    `UPDATE hosts SET serial_number = 'FCW' || lpad(substr(name, 6), 7, '0') WHERE network_id IN (SELECT id FROM networks WHERE organization_id = $1)`,
    `UPDATE ip_addresses a SET mac_address = ${mac('02', number)}, name = CASE WHEN ${number} % 3 = 0 THEN 'dns-' || ${number} END
     FROM hosts h JOIN networks n ON n.id = h.network_id WHERE a.host_id = h.id AND n.organization_id = $1`,
    `INSERT INTO interfaces (network_id, host_id, if_name, if_descr, if_alias, mac_address)
     SELECT h.network_id, h.id, CASE i WHEN 1 THEN 'Gi1/0/' || ${number} % 48 ELSE 'eth' || i END,
       CASE i WHEN 1 THEN 'GigabitEthernet1/0/' || ${number} % 48 ELSE 'eth' || i END,
       CASE WHEN i = 1 AND ${number} % 2 = 0 THEN 'to rack ' || ${number} END, ${mac('06', `${number} * 4 + i`)}
     FROM hosts h JOIN networks n ON n.id = h.network_id CROSS JOIN generate_series(1, 3) i WHERE n.organization_id = $1`,
    `INSERT INTO ports (network_id, host_id, number, protocol) SELECT h.network_id, h.id, 443, 'Tcp' ${ofHosts}`,
    `INSERT INTO ports (network_id, host_id, number, protocol) SELECT h.network_id, h.id, 1024 + ${number} % 60000, 'Udp' ${ofHosts}`,
  ];
  for (const statement of statements) await client.query(statement, [organizationId]);
}
