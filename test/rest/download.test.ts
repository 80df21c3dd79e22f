// Tests streamed downloads: they read a bounded number of rows ahead, stop when the client disconnects, and break the
// connection on failure.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { buildSchema, parse, type GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../../src/graphql/context';
import { compileDownload } from '../../src/rest/download';
import { errorResponder } from '../../src/rest/envelope';
import { rowsDocument } from '../../src/rest/documents/rows-document';
import { csvRoute, zipRoute, type Route } from '../../src/rest/route';
import { csvRows, parseCsv, unzip } from '../support/files';

const list = parse(`
  query ListThings($size: Int, $with_parts: Boolean = true, $limit: Int, $after: String, $with_total: Boolean = true) {
    page: things(size: $size, first: $limit, after: $after) {
      nodes { ...ThingRest parts @include(if: $with_parts) { id } }
      totalCount @include(if: $with_total)
      pageInfo { hasNextPage endCursor }
    }
  }
  fragment ThingRest on Thing {
    id
    wire_text: text
    source { type details { reason } }
    flag @include(if: $with_parts)
    numbers
    links { to weight }
    extra
  }
`) as never;

const pages = 400;
/**
 * Each time the server requests a page of a list, the resolver below increments `requestedCount` and calls `onPage`, by
 * which a test can delay or fail the page.
 */
let requestedCount = 0;
let onPage: (page: number) => void | Promise<void> = () => undefined;

function toySchema(): GraphQLSchema {
  const schema = buildSchema(`
    scalar JSON
    type Query { things(size: Int, first: Int, after: String): ThingConnection parts: PartConnection }
    type ThingConnection { nodes: [Thing!]! totalCount: Int! pageInfo: PageInfo! }
    type PartConnection { nodes: [Part!]! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Thing {
      id: Int! text: String source: Source! flag: Boolean numbers: [Int!]! links: [Link!]! extra: JSON parts: [Part!]!
    }
    type Source { type: String! details: Details }
    type Details { reason: String }
    type Link { to: Int! weight: Float }
    type Part { id: Int! }
  `);
  schema.getQueryType()!.getFields().things!.resolve = async (_root, { after, first, size }) => {
    const page = Number(after ?? 0);
    requestedCount += 1;
    await onPage(page);
    const createRow = (id: number) => ({
      id,
      // Random text cannot be compressed in an archive, so the size of the download stays predictable.
      text: size > 1 ? randomBytes(size).toString('base64') : 'x',
      source: { type: 'Manual', details: id % 2 === 0 ? null : { reason: '=odd' } },
      flag: id % 2 === 0,
      numbers: [1, -id],
      links: [{ to: id, weight: null }],
      extra: id === 0 ? { a: [null] } : null,
      parts: [{ id: id * 2 }, { id: id * 2 + 1 }],
    });
    return {
      nodes: Array.from({ length: first }, (_, at) => createRow(page * first + at)),
      totalCount: pages * first,
      pageInfo: { hasNextPage: page + 1 < pages, endCursor: String(page + 1) },
    };
  };
  return schema;
}

let server: Server;
let url: string;
const logged: unknown[] = [];
beforeAll(async () => {
  const schema = toySchema();
  const app = express();
  const log = { error: (details: unknown) => logged.push(details) };
  const mount = (route: Route) => {
    const send = compileDownload(schema, route);
    app.get(route.path, async (req, res, next) => {
      req.log = log as never;
      const size = Number(req.query.size ?? 1);
      await send(res, { size, with_parts: false }, { logger: log } as unknown as GraphqlContext).catch(next);
    });
  };
  mount(csvRoute('/csv', list, 'ExportThingsCsv'));
  mount(zipRoute('/zip', list, 'ExportThingsZip', ['parts']));
  app.use(errorResponder);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requestedCount = 0;
  logged.length = 0;
  onPage = () => undefined;
});

async function open(path: string, method = 'GET'): Promise<IncomingMessage> {
  const request = get(url + path, { agent: false, method });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
/**
 * Waits until the server has requested no page for five times the longest pause between two pages so far. Returns the
 * number of requested pages.
 */
async function settled(): Promise<number> {
  let [seenCount, changedAt, longestMs] = [requestedCount, performance.now(), 40];
  for (let now = changedAt; now - changedAt < 5 * longestMs; now = performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (requestedCount === seenCount) continue;
    longestMs = Math.max(longestMs, performance.now() - changedAt);
    [seenCount, changedAt] = [requestedCount, performance.now()];
  }
  return requestedCount;
}

describe('a CSV table', () => {
  test('columns are the fields of a row in the order of the document, without nested lists', () => {
    const { columns, document } = rowsDocument(toySchema(), list, 'ExportThingsCsv');
    expect(columns.map((column) => column.join('.'))).toEqual([
      ...['id', 'wire_text', 'source.type', 'source.details.reason', 'flag', 'numbers', 'links', 'extra'],
    ]);
    const text = JSON.stringify(document);
    expect(text).not.toContain('parts');
    expect(text).not.toContain('totalCount');
  });

  test('a column that the document lacks is an error at the start', () => {
    const route = zipRoute('/zip', list, 'ExportThingsZip', ['pieces']);
    expect(() => compileDownload(toySchema(), route)).toThrow('no rows at "pieces"');
  });
});

test.each(['/csv', '/zip'])('%s contains every row of every page once', async (path) => {
  const bytes = await bytesOf(await open(path));
  const files = path === '/zip' ? unzip(bytes) : { 'things.csv': bytes.toString() };
  const rows = csvRows(files['things.csv']!);
  expect(rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: pages * 100 }, (_, at) => at));
  expect(rows[0]).toEqual({
    ...{ id: '0', wire_text: 'x', 'source.type': 'Manual', 'source.details.reason': '', flag: 'true' },
    ...{ numbers: '1,0', links: '[{"to":0,"weight":null}]', extra: '{"a":[null]}' },
  });
  expect(rows[1]).toMatchObject({ 'source.details.reason': '=odd', flag: 'false', numbers: '1,-1', extra: '' });
  expect(parseCsv(files['things.csv']!)[2]).toContain("'=odd");
  if (path === '/zip') expect(csvRows(files['parts.csv']!)).toHaveLength(pages * 200);
  expect(logged).toEqual([]);
});

describe.each(['/csv', '/zip'])('%s', (path) => {
  test('an error before the first rows is an ordinary error response', async () => {
    onPage = () => {
      throw new Error('broken');
    };
    const response = await open(path);
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-disposition']).toBeUndefined();
    expect(JSON.parse((await bytesOf(response)).toString())).toMatchObject({ success: false, code: 'internal_error' });
  });

  test('an error after the first rows breaks the connection', async () => {
    onPage = (page) => {
      if (page === 5) throw new Error('broken');
    };
    const response = await open(path);
    expect(response.statusCode).toBe(200);
    await expect(bytesOf(response)).rejects.toThrow('aborted');
    expect(logged.length).toBeGreaterThan(0);
  });

  test('a slow reader pauses the reading of rows, and one that disconnects ends it', async () => {
    // Each page has more than 2 MB, so the socket buffers hold only a few pages.
    const response = await open(`${path}?size=20000`);
    response.pause();
    const pausedCount = await settled();
    expect(pausedCount).toBeLessThan(20);
    const closed = once(response, 'close');
    response.on('error', () => undefined).destroy();
    await closed;
    expect(await settled()).toBeLessThan(pausedCount + 3);
    expect(logged).toEqual([]);
  });

  test('HEAD has the headers and reads the first page only', async () => {
    const response = await open(path, 'HEAD');
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="things-\d{4}-\d\d-\d\d\.(csv|zip)"$/,
    );
    expect(await bytesOf(response)).toHaveLength(0);
    expect(await settled()).toBeLessThan(3);
  });
});
