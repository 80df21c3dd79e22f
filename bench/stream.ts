// Measures responses with all rows (`limit=0`) for many hosts: rows per second and the memory of the server, also with
// a slow client.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Child } from './children';

export interface StreamFigures {
  readonly rows: number;
  readonly rowsPerSecond: number;
  readonly megabytes: number;
  /**
   * Growth of the server's memory in MB, including garbage that was not collected yet. The value depends on the
   * machine.
   */
  readonly growthMegabytes: number;
}
const mega = 1_000_000;
/** Number of bytes that are received between two forced garbage collections. */
const bytesPerPoint = 20 * mega;

async function open(url: string, key: string): Promise<IncomingMessage> {
  const request = get(url, { headers: { authorization: `Bearer ${key}` }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** Reads a response with all rows as fast as it arrives, and measures it. */
export async function readAll(server: Child, path: string, key: string): Promise<StreamFigures> {
  const before = await server.liveMemory();
  const startedAt = performance.now();
  const response = await open(`${server.url}${path}`, key);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const seconds = (performance.now() - startedAt) / 1000;
  const { most } = await server.memory();
  const text = Buffer.concat(chunks);
  const { data, meta } = JSON.parse(text.toString()) as {
    data: { id: string }[];
    meta: { pagination: { total_count: number } };
  };
  const rows = new Set(data.map(({ id }) => id)).size;
  if (rows !== data.length || rows !== meta.pagination.total_count)
    throw new Error(`limit=0 gave ${data.length} rows, ${rows} different ones, of ${meta.pagination.total_count}`);
  return {
    rows,
    rowsPerSecond: rows / seconds,
    megabytes: text.length / mega,
    growthMegabytes: (most - before.now) / mega,
  };
}

/**
 * Reads a file with all rows as fast as it arrives, and measures it. The figures include the file's hash for
 * comparison.
 */
export async function readFile(server: Child, path: string, key: string): Promise<StreamFigures & { hash: string }> {
  const before = await server.liveMemory();
  const startedAt = performance.now();
  const response = await open(`${server.url}${path}`, key);
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  for await (const chunk of response) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { most } = await server.memory();
  if (response.statusCode !== 200) throw new Error(`GET ${path} answered ${response.statusCode}`);
  const rows = lines - 1;
  return {
    hash: hash.digest('hex'),
    rows,
    rowsPerSecond: rows / seconds,
    megabytes: bytes / mega,
    growthMegabytes: (most - before.now) / mega,
  };
}

/**
 * Peak growth of the server's memory in use, in megabytes. The memory is measured after garbage collections, at several
 * points of a response that is read as fast as it arrives.
 */
export async function liveGrowth(server: Child, path: string, key: string): Promise<number> {
  const growth = await growthSinceNow(server);
  const response = await open(`${server.url}${path}`, key);
  let [bytes, most] = [0, 0];
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes < bytesPerPoint) continue;
    bytes = 0;
    most = Math.max(most, await growth());
  }
  return most;
}

/** Peak growth of the server's memory in use, in megabytes, if the client reads the response slowly. */
export async function readSlowly(server: Child, path: string, key: string, seconds: number): Promise<number> {
  const growth = await growthSinceNow(server);
  const response = await open(`${server.url}${path}`, key);
  const deadline = performance.now() + seconds * 1000;
  let most = 0;
  for (let reads = 1; performance.now() < deadline; reads += 1) {
    response.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (reads % 20 === 0) most = Math.max(most, await growth());
  }
  response.destroy();
  return most;
}

async function growthSinceNow(server: Child): Promise<() => Promise<number>> {
  const inUse = async () => {
    const { heap, external } = (await server.liveMemory()).live;
    return heap + external;
  };
  const before = await inUse();
  return async () => ((await inUse()) - before) / mega;
}
