// Measures the deletion of the largest allowed networks, tags, and contents of an organization, and how long other
// callers wait meanwhile.
import { createPrismaClient } from '../src/data/client';
import { emptyDeletedNetworks, emptyDeletedTags } from '../src/modules/history/deleted-owners.sql';
import { RowsAside } from '../src/platform/process/rows-aside';
import { openConnection } from '../src/platform/postgres/connect';
import { addKey, addManyHosts } from './database';

export interface DeleteSizes {
  readonly hosts: number;
  readonly tags: number;
  readonly hostsOfTag: number;
}
interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  /** API key of a caller that only reads, while other requests delete rows. */
  readonly key: string;
  readonly sizes: DeleteSizes;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const milliseconds = (value: number) => `${whole(value)} ms`;

export async function benchDeletes({ url, databaseUrl, key, sizes, report, print }: Measured): Promise<void> {
  const client = await openConnection(databaseUrl);
  const prisma = createPrismaClient(databaseUrl, { poolSize: 1 });
  const rows = new RowsAside((error) => {
    throw error;
  });
  const send = (method: string, path: string, by: string, body?: object) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const timeWork = async (work: () => Promise<Response>): Promise<string> => {
    const startedAt = performance.now();
    const { status } = await work();
    return `${status} in ${milliseconds(performance.now() - startedAt)}`;
  };
  const rowsLeft = async () => {
    const waitingQuery = 'SELECT FROM deleted_networks UNION ALL SELECT FROM deleted_tags LIMIT 1';
    return (await client.query(waitingQuery)).rows.length > 0;
  };
  /**
   * Runs a deletion while another caller reads, and waits until all deleted rows are removed. Prints percentiles of how
   * long the reads took.
   */
  const besides = async (name: string, work: () => Promise<Response>) => {
    let isOver = false;
    const times: number[] = [];
    const innocent = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        await (await send('GET', '/hosts?limit=50', key)).arrayBuffer();
        times.push(performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const startedAt = performance.now();
    const answer = await timeWork(work);
    // The measured server runs no jobs, so the job that deletes rows runs in this process.
    for (; await rowsLeft(); await new Promise((resolve) => setTimeout(resolve, 3_000))) {
      await emptyDeletedNetworks(prisma, new Date(), rows);
      await emptyDeletedTags(prisma, new Date(), rows);
    }
    const took = performance.now() - startedAt;
    isOver = true;
    await innocent;
    times.sort((a, b) => a - b);
    const at = (part: number) => milliseconds(times[Math.min(times.length - 1, Math.floor(times.length * part))]!);
    print(
      `${name}: ${answer}; removed after ${(took / 1_000).toFixed(1)} s; others read in ${at(0.5)} / ${at(0.99)} (p50 / p99, ${whole(times.length)} reads)`,
    );
  };
  try {
    report(`Filling two organizations with ${whole(sizes.hosts)} hosts each …`);
    const [network, reset] = [await addManyHosts(client, sizes.hosts, 1), await addManyHosts(client, sizes.hosts)];
    const [byNetwork, byReset] = [await addKey(client, network), await addKey(client, reset)];
    const { rows: tags } = await client.query<{ id: string }>(
      `WITH made AS (
         INSERT INTO tags (organization_id, name) SELECT $1, 'Tag ' || n FROM generate_series(1, $2::int) n RETURNING id
       ), assigned AS (
         INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
         SELECT $1, h.network_id, made.id, h.id FROM made CROSS JOIN (
           SELECT h.id, h.network_id FROM hosts h JOIN networks n ON n.id = h.network_id
           WHERE n.organization_id = $1 LIMIT $3::int
         ) h
       )
       SELECT id FROM made`,
      [network, sizes.tags, sizes.hostsOfTag],
    );
    await client.query('VACUUM ANALYZE');
    const { rows: networks } = await client.query<{ id: string }>(
      'SELECT id FROM networks WHERE organization_id = $1',
      [network],
    );
    print('Deletes');
    const ids = tags.map(({ id }) => id);
    await besides(`${whole(sizes.tags)} tags on ${whole(sizes.hostsOfTag)} hosts`, () =>
      send('POST', '/tags/bulk-delete', byNetwork, ids),
    );
    await besides(`A network of ${whole(sizes.hosts)} hosts`, () =>
      send('DELETE', `/networks/${networks[0]!.id}`, byNetwork),
    );
    await besides(`A reset of ${whole(sizes.hosts)} hosts`, () =>
      send('POST', `/organizations/${reset}/reset`, byReset),
    );
  } finally {
    await client.end();
    await prisma.$disconnect();
  }
}
