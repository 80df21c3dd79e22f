// Tests streamed lists. An error before the first row is an error response. A later error breaks the connection, so
// that no client takes a part for the whole list. Memory is bounded, and reading ends when the client disconnects.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { buildSchema, parse } from 'graphql';
import type { GraphqlContext } from '../../src/graphql/context';
import { errorResponder } from '../../src/rest/envelope';
import { compileOperation } from '../../src/rest/documents/compiled-operation';
import { sendList } from '../../src/rest/list-answer';
import { rowsPerPage } from '../../src/rest/list-pages';
import { compileListing } from '../../src/rest/listing';
import { listingRoute, type Pages } from '../../src/rest/route';
import { turnClock } from '../../src/platform/threads/event-loop';

const documentOf = (name: string, list: string, fields = 'id') =>
  parse(`query ${name}($limit: Int, $after: String, $with_total: Boolean = true) {
    page: ${list}(first: $limit, after: $after) {
      nodes { ${fields} }
      totalCount @include(if: $with_total)
      pageInfo { hasNextPage endCursor }
    }
  }`) as never;

const pages = 200;
const total = pages * rowsPerPage;
let requestedCount = 0;
let onPage: (list: string, page: number) => void | Promise<void> = () => undefined;

/** The list `parts` of a row, which is very long in every third row, so that small and large rows alternate. */
const partsOf = (id: number): string[] =>
  Array.from({ length: id % 3 === 0 ? 1_500 : 2 }, (_, part) => `„${part}“ of ${id}`);

const schema = buildSchema(`
  type Query { things(first: Int, after: String): Things others(first: Int, after: String): Things }
  type Things { nodes: [Thing!]! totalCount: Int! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Thing { id: Int! parts: [String!] }
`);
for (const [list, field] of Object.entries(schema.getQueryType()!.getFields()))
  field.resolve = async (_root, { after, first }) => {
    const page = Number(after ?? 0);
    requestedCount += 1;
    await onPage(list, page);
    return {
      nodes: Array.from({ length: first }, (_, at) => ({ id: page * first + at, parts: partsOf(page * first + at) })),
      totalCount: total,
      pageInfo: { hasNextPage: page + 1 < pages, endCursor: String(page + 1) },
    };
  };

/** Yields long pieces of text, so that the service soon has to wait for a slow client. */
async function* writeTextPieces(rows: Pages, before?: Pages): ReturnType<Parameters<typeof listingRoute>[2]['write']> {
  let knownCount = 0;
  for await (const page of before ?? []) knownCount += page.length;
  let start = `{"known":${knownCount},"ids":[`;
  for await (const page of rows) {
    yield start + page.map((row) => JSON.stringify((row as { id: number }).id)).join(',') + ' '.repeat(100_000);
    start = ',';
  }
  yield ']}';
}

let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  const log = { error: () => undefined };
  const mount = (path: string, most: number, ...beside: never[]) => {
    const facts = { description: '', schema: {}, example: {}, most, write: writeTextPieces, beside };
    const send = compileListing(schema, listingRoute(path, documentOf('ListThings', 'things'), facts));
    app.get(path, (req, res, next) => {
      req.log = log as never;
      send(res, { unused: 1 }, { logger: log } as unknown as GraphqlContext).catch(next);
    });
  };
  mount('/plain', total);
  mount('/named', total, documentOf('ListOthers', 'others'));
  mount('/bounded', total - 1);
  mount('/bounded-before', total - 1, documentOf('ListOthers', 'others'));
  const operation = compileOperation(schema, documentOf('ListThings', 'things'));
  const withParts = compileOperation(schema, documentOf('ListThings', 'things', 'id parts'));
  app.get('/parts', (req, res, next) => {
    const pagination = { limit: Number(req.query.limit), offset: 0 };
    sendList(res, withParts, {}, pagination, { logger: log } as unknown as GraphqlContext).catch(next);
  });
  app.get('/list', (req, res, next) => {
    req.log = log as never;
    const [limit, characters] = [Number(req.query.limit), Number(req.query.characters)];
    const write = (row: unknown) => ({ ...(row as object), texts: Array(100).fill('x'.repeat(characters / 100)) });
    sendList(res, operation, {}, { limit, offset: 0 }, { logger: log } as unknown as GraphqlContext, write).catch(next);
  });
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
  onPage = () => undefined;
});

test.each([
  ['/plain', 0],
  ['/named', total],
])('%s contains every row once, and reads pages ahead', async (path, knownNumber) => {
  const answer = await fetch(url + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const body = (await answer.json()) as { known: number; ids: number[] };
  expect(body.known).toBe(knownNumber);
  expect(body.ids).toEqual(Array.from({ length: total }, (_, id) => id));
});

test.each(['/bounded', '/bounded-before'])('%s is refused on its first page if it has too many rows', async (path) => {
  const read: number[] = [];
  onPage = (_list, page) => void read.push(page);
  const answer = await fetch(url + path);
  const { code, params } = (await answer.json()) as { code: string; params: object };
  expect([answer.status, code, params]).toEqual([
    400,
    'query_too_expensive',
    { cost: total, maximum: total - 1, of: 'rows' },
  ]);
  // The service must find out that the list is too long before it reads a second page.
  expect(Math.max(...read)).toBeLessThanOrEqual(1);
});

test.each(['things', 'others'])(
  'an error before the first rows of %s is an ordinary error response',
  async (failing) => {
    onPage = (list, page) => {
      if (list === failing && page === 0) throw new Error('gone');
    };
    const answer = await fetch(`${url}/named`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([500, 'internal_error']);
  },
);

test('a later error breaks the connection, so that the part is not mistaken for the whole', async () => {
  onPage = (list, page) => {
    if (list === 'things' && page === 7) throw new Error('gone');
  };
  const answer = await fetch(`${url}/named`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

describe('a page of a list', () => {
  // Requests a page without compression, so that the headers tell whether the service knew the length before it sent
  // the body.
  const askList = (limit: number, characters: number) =>
    fetch(`${url}/list?limit=${limit}&characters=${characters}`, { headers: { 'Accept-Encoding': 'identity' } });

  test.each([
    [10, 100, true],
    [10, 100_000, false],
    [rowsPerPage * 2, 100, false],
  ])('of %d rows of %d characters is sent as one text: %s', async (limit, characters, isOne) => {
    const answer = await askList(limit, characters);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.has('content-length')).toBe(isOne);
    const { data, meta } = (await answer.json()) as { data: { id: number; texts: string[] }[]; meta: object };
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: limit }, (_, id) => id));
    expect(data.every(({ texts }) => texts.join('').length === characters)).toBe(true);
    expect(meta).toMatchObject({ pagination: { total_count: total, limit, offset: 0, has_more: true } });
  });

  test.each([7, rowsPerPage * 2])('of %d rows, some of which are large, has every part', async (limit) => {
    const answer = await fetch(`${url}/parts?limit=${limit}`);
    const { data } = (await answer.json()) as { data: object[] };
    expect(data).toEqual(Array.from({ length: limit }, (_, id) => ({ id, parts: partsOf(id) })));
  });

  test('is written over several turns of the event loop', async () => {
    let turnCount = 0;
    const countTurn = () => void ((turnCount += 1), (pending = setImmediate(countTurn)));
    let pending = setImmediate(countTurn);
    const before = turnClock.now;
    try {
      // Each read of the mocked clock advances the clock by five milliseconds.
      let time = 0;
      turnClock.now = () => (time += 5);
      await (await askList(20, 100_000)).text();
      expect(turnCount).toBeGreaterThan(100);
    } finally {
      turnClock.now = before;
      clearImmediate(pending);
    }
  });

  test('whose second part fails is an ordinary error response', async () => {
    onPage = (_list, page) => {
      if (page === 1) throw new Error('gone');
    };
    const answer = await askList(rowsPerPage * 2, 100);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([500, 'internal_error']);
  });
});

test('reading pauses for a slow reader, and ends if the reader disconnects', async () => {
  const request = get(`${url}/plain`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  // The response has 20 MB, of which at least 16 MB do not fit into the buffers between client and server.
  expect(requestedCount).toBeLessThan(pages);
  const ended = once(request, 'close');
  request.destroy();
  await ended;
  const before = requestedCount;
  await fetch(`${url}/bounded`).then((answer) => answer.text());
  expect(requestedCount - before).toBeLessThan(pages / 2);
});
