// Tests the NetBox client against a server that responds as NetBox's documentation says, and against servers that do
// not.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readNetbox, type NetboxOptions } from '../../src/importer/netbox-client';
import { netboxLists } from '../../src/modules/discovery/importing/formats/netbox';
import { readImport } from '../../src/modules/discovery/importing/formats/read-import';

const token = '0123456789abcdef0123456789abcdef01234567';
type Answer = (req: IncomingMessage, res: ServerResponse) => void;

let answer: Answer;
const receivedRequests: IncomingMessage[] = [];
const server = createServer((req, res) => {
  receivedRequests.push(req);
  answer(req, res);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void (receivedRequests.length = 0));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const json = (res: ServerResponse, body: unknown, status = 200) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/**
 * A NetBox server with lists of objects by path. A response has at most `most` objects, even if the client requests
 * more.
 */
const netboxWith =
  (lists: Readonly<Record<string, readonly object[]>>, most = 1000): Answer =>
  (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, url);
    const all = lists[pathname.replace(/^.*\/api\/|\/$/g, '')] ?? [];
    const offset = Number(searchParams.get('offset'));
    const limit = Math.min(Number(searchParams.get('limit')), most);
    const isLast = offset + limit >= all.length;
    const next = isLast ? null : 'http://192.0.2.1/elsewhere';
    json(res, { count: all.length, next, previous: null, results: all.slice(offset, offset + limit) });
  };

async function linesOf(options: Partial<NetboxOptions> = {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readNetbox({ url, token, ...options })) lines.push(line);
  return lines;
}

describe('NetBox', () => {
  it('is read list by list and page by page, into a file that can be imported', async () => {
    const interfaces = Array.from({ length: 7 }, (_none, id) => ({
      id,
      device: { id: 1 },
      name: `eth${id}`,
      url: 'x',
    }));
    answer = netboxWith(
      { 'dcim/devices': [{ id: 1, name: 'sw1', custom_fields: {} }], 'dcim/interfaces': interfaces },
      3,
    );
    const pages: [string, number, number][] = [];
    const lines = await linesOf({ url: `${url}/netbox/api/`, pageSize: 5, onPage: (...page) => pages.push(page) });
    expect(pages.filter(([, , count]) => count > 0)).toEqual([
      ['dcim/devices', 1, 1],
      ['dcim/interfaces', 3, 7],
      ['dcim/interfaces', 6, 7],
      ['dcim/interfaces', 7, 7],
    ]);
    expect(
      receivedRequests.map((req) => new URL(req.url!, url).pathname).filter((one, at, all) => one !== all[at - 1]),
    ).toEqual(Object.keys(netboxLists).map((list) => `/netbox/api/${list}/`));
    expect(
      receivedRequests.every((req) => req.headers.authorization === `Token ${token}` && req.method === 'GET'),
    ).toBe(true);
    expect(lines[0]).toBe('{"netbox":"dcim/devices","object":{"id":1,"name":"sw1"}}\n');
    const chunks = (async function* () {
      yield Buffer.from(lines.join(''));
    })();
    const entries = [];
    for await (const entry of readImport('auto', chunks, { fileName: 'netbox' })) entries.push(entry);
    expect(entries).toMatchObject([
      { kind: 'Host', host: { name: 'sw1', interfaces: interfaces.map(({ name }) => ({ ifName: name })) } },
    ]);
  });

  it('accepts tokens of both kinds', async () => {
    answer = netboxWith({});
    await linesOf({ token: 'nbt_abc.def' });
    expect(receivedRequests[0]!.headers.authorization).toBe('Bearer nbt_abc.def');
  });

  it('ends if a list returns no more rows than it has', async () => {
    answer = (_req, res) => json(res, { count: 10, results: [] });
    expect(await linesOf()).toEqual([]);
    expect(receivedRequests).toHaveLength(Object.keys(netboxLists).length);
  });

  const status =
    (code: number, headers = {}): Answer =>
    (_req, res) =>
      void res.writeHead(code, headers).end('{}');
  it.each<[string, Answer, string]>([
    ['refuses the token', status(403), 'dcim/devices: NetBox refuses the token (403)'],
    ['is none', status(404), 'dcim/devices: there is no such list (404)'],
    ['leads elsewhere', status(302, { location: 'http://192.0.2.1/' }), 'leads to another (302)'],
    ['fails', status(502), 'NetBox answers 502'],
    ['answers a page for people', (_req, res) => void res.end('<html>'), 'the answer is no JSON'],
    ['answers other JSON', (_req, res) => json(res, [1]), 'the answer is no page of a list'],
    ['answers other rows', (_req, res) => json(res, { count: 1, results: [1] }), 'the answer is no page of a list'],
    ['hangs up', (req) => void req.socket.destroy(), 'dcim/devices: '],
  ])('that %s is reported', async (_what, wrong, message) => {
    answer = wrong;
    await expect(linesOf()).rejects.toMatchObject({ name: 'NetboxError', message: expect.stringContaining(message) });
    expect(receivedRequests).toHaveLength(1);
  });

  it('that does not answer in time ends the import, with or without a signal', async () => {
    answer = (_req, res) => void res.writeHead(200).write('{');
    for (const signals of [{}, { signal: new AbortController().signal }])
      await expect(linesOf({ timeoutMs: 50, ...signals })).rejects.toThrow('dcim/devices: no answer within 0.05 s');
  });

  it('that answers without end ends the import', async () => {
    answer = (_req, res) => {
      const piece = Buffer.alloc(2 ** 20, ' ');
      const more = () => {
        while (res.write(piece));
      };
      res.on('drain', more);
      more();
    };
    await expect(linesOf()).rejects.toThrow('an answer has more than');
  });

  it('is no longer read when the signal is given', async () => {
    const controller = new AbortController();
    answer = () => controller.abort(new Error('interrupted'));
    await expect(linesOf({ signal: controller.signal })).rejects.toThrow('interrupted');
    await expect(linesOf({ signal: controller.signal })).rejects.toThrow('interrupted');
    expect(receivedRequests).toHaveLength(1);
  });

  it.each(['ftp://netbox.example', 'netbox.example', 'https://user:secret@netbox.example'])(
    'is not contacted at %s',
    async (address) => {
      const refusal = linesOf({ url: address });
      await expect(refusal).rejects.toMatchObject({ name: 'NetboxError' });
      await expect(refusal).rejects.not.toThrow(/secret/);
    },
  );
});
