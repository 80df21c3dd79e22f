// Tests the compression of responses. Large responses of REST and GraphQL are compressed and have the same content as
// uncompressed ones. Small responses are not compressed.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addInventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, organizationId } = world;
  await addInventory(prisma, { networkId, organizationId }, 200);
});
afterAll(() => world.close());

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes };
type Coding = keyof typeof decoders;

/**
 * Requests the path with this content encoding. Uses `http.get`, because `fetch` decompresses the body and hides its
 * transferred size.
 */
async function getCompressed(path: string, coding: Coding) {
  const headers = { authorization: `Bearer ${world.key.credential.key}`, 'accept-encoding': coding };
  const [answer] = (await once(get(world.url + path, { headers }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const usedCoding = (answer.headers['content-encoding'] ?? 'identity') as Coding;
  const bytes = Buffer.concat(chunks);
  return {
    coding: usedCoding,
    size: bytes.length,
    text: decoders[usedCoding](bytes).toString(),
    vary: answer.headers.vary,
  };
}
const query = encodeURIComponent(
  '{ hosts(first: 200) { nodes { id name ipAddresses { id ipAddress } services { id name } } } }',
);

test.each([
  ['a page', '/api/v1/hosts?limit=100'],
  ['a stream of all rows', '/api/v1/hosts?limit=0'],
  ['a download', '/api/v1/interfaces/export/csv'],
  ['GraphQL', `/graphql?query=${query}`],
])('%s is the same with every content encoding', async (_what, path) => {
  const plain = await getCompressed(path, 'identity');
  expect([plain.coding, plain.size > 30_000]).toEqual(['identity', true]);
  for (const coding of ['gzip', 'br'] as const) {
    const packed = await getCompressed(path, coding);
    expect([packed.coding, packed.text === plain.text]).toEqual([coding, true]);
    expect(packed.vary?.split(', ')).toContain('Accept-Encoding');
    expect(packed.size).toBeLessThan(plain.size / 2);
  }
});

test('small responses are not compressed, but vary by Accept-Encoding', async () => {
  const [rest, graphql] = ['/api/v1/vlans?limit=1', '/graphql?query={__typename}'];
  for (const path of [rest, graphql])
    expect(await getCompressed(path, 'br')).toMatchObject({
      coding: 'identity',
      vary: expect.stringContaining('Accept-Encoding'),
    });
});

test.each(['/api/v1/vlans?limit=1', '/api/v1/hosts?limit=100'])(
  'HEAD of %s has the headers and no body',
  async (path) => {
    const headers = { authorization: `Bearer ${world.key.credential.key}` };
    const [whole, head, knownReply] = await Promise.all([
      fetch(world.url + path, { headers }),
      fetch(world.url + path, { headers, method: 'HEAD' }),
      fetch(world.url + path, { headers: { ...headers, 'if-none-match': '*' } }),
    ]);
    const text = await whole.text();
    expect(await head.text()).toBe('');
    // `If-None-Match: *` matches every response, so the service responds with 304 (RFC 9110, section 13.1.2).
    expect([whole.status, head.status, knownReply.status]).toEqual([200, 200, 304]);
    for (const { headers } of [whole, head]) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
    if (!whole.headers.has('content-encoding'))
      expect([whole, head].map(({ headers }) => headers.get('content-length'))).toEqual(
        [text, text].map((sentText) => String(Buffer.byteLength(sentText))),
      );
  },
);

test('an archive, or a caller who disconnects during compression, leaks nothing', async () => {
  const warned = jest.fn();
  process.on('warning', warned);
  const headers = { authorization: `Bearer ${world.key.credential.key}`, 'accept-encoding': 'gzip' };
  for (let turn = 0; turn < 5; turn += 1) {
    const leaving = get(`${world.url}/api/v1/hosts?limit=0`, { headers });
    const [answer] = (await once(leaving, 'response')) as [IncomingMessage];
    answer.destroy();
  }
  for (const path of ['/api/v1/hosts?limit=0', '/api/v1/hosts/export/zip']) await getCompressed(path, 'gzip');
  expect(warned).not.toHaveBeenCalled();
  process.off('warning', warned);
});
