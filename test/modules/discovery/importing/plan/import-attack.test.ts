// Any import file results in a plan or in one clear refusal, over REST and GraphQL, and leaves nothing behind.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { isCleanText } from '../../../../../src/platform/text/validation';
import { eventually } from '../../../../support/eventually';
import { enterOwnTemporary, leaveOwnTemporary, temporaryFiles as temporary } from '../../../../support/temporary';
import { createWorld, type World } from '../../../../support/world';
import { samples } from '../formats/reading';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

let world: World;
beforeAll(async () => {
  world = await createWorld({ QUERY_COST_MAXIMUM: '100000000' });
});
beforeAll(enterOwnTemporary);
afterAll(leaveOwnTemporary);
afterAll(() => world.close());

const counts = ({ created, changed, matched, refused }: Json) => ({ created, changed, matched, refused });
const pathOf = (more = '') => `/api/v1/imports?network_id=${world.networkId}${more}`;
const headers = { 'content-type': 'application/octet-stream' };
const byRest = (file: Uint8Array | string, more = '') =>
  world.owner.send('POST', pathOf(more), { rawBody: Buffer.from(file as string), headers });
const byGraphql = (file: string, more = {}) =>
  world.owner.graphql(
    'mutation ($input: PlanImportInput!) { planImport(input: $input) { created changed matched refused } }',
    { input: { networkId: world.networkId, file, ...more } },
  );

const countPlans = () => world.prisma.importPlan.count({ where: { organizationId: world.organizationId } });

/** A file in one of the formats, in which something was cut out, repeated or replaced. */
const spoiledFiles = fc
  .tuple(
    fc.constantFrom(...Object.values(samples)),
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.integer({ min: 0, max: 20 }),
        instead: fc.constantFrom('', '\0', '"', '<', '&', ',', '\n', '}', '99999999999', '-1', 'é', '10.0.0.0/8', '::'),
        times: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([sample, changes]) =>
    changes.reduce((text, { at, length, instead, times }) => {
      const from = Math.floor(at * text.length);
      return text.slice(0, from) + instead + text.slice(from, from + length).repeat(times) + text.slice(from + length);
    }, sample as string),
  );

test('GraphQL and REST plan or refuse damaged files alike; a plan can be applied only once', async () => {
  await fc.assert(
    fc.asyncProperty(spoiledFiles, async (file) => {
      const graphql = await byGraphql(file, { host: 'probe', fileName: 'a' });
      const rest = await byRest(file, '&host=probe&file_name=a');
      expect([200, 400]).toContain(rest.status);
      const [error] = graphql.body.errors ?? [];
      if (file !== '' && isCleanText(file))
        expect(error?.extensions.code ?? counts(graphql.body.data.planImport)).toEqual(
          rest.body.code ?? counts(rest.body.data),
        );
      else expect(error.extensions.code).toMatch(/^validation_/);
      if (rest.status !== 200) return expect(rest.body.code).toBe('import_file_invalid');
      const appliedReply = await world.owner.rest.post(`/imports/${rest.body.data.id}/apply`);
      expect(appliedReply.status).toBe(200);
      const again = await byRest(file, '&host=probe&file_name=b');
      // All entries that can be written are written by now, so a second plan of the same file creates and changes
      // nothing.
      expect(counts(again.body.data)).toMatchObject({ created: 0, changed: 0 });
      expect(again.body.data.refused).toBeGreaterThanOrEqual(rest.body.data.refused);
    }),
    { numRuns: 60 },
  );
  await eventually(() => Promise.resolve(temporary().length === 0));
}, 300_000);

test('any bytes are planned or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const { status, body } = await byRest(bytes);
      expect([status, body.code]).toEqual([400, 'import_file_invalid']);
    }),
    { numRuns: 40 },
  );
  await eventually(() => Promise.resolve(temporary().length === 0));
});

test.each([
  ['one line', `[{"dst":"${'1'.repeat(30 * 2 ** 20)}`],
  ['one element', `<nmaprun><host name="${'1'.repeat(30 * 2 ** 20)}`],
  ['one row', `id,name,hostname,sys_object_id\n"${'1\n'.repeat(15 * 2 ** 20)}`],
  ['nesting', `<nmaprun>${'<host>'.repeat(2 ** 20)}`],
  ['nothing but lines', '\n'.repeat(30 * 2 ** 20)],
])('30 MB of %s are refused, and nothing is left behind', async (_what, file) => {
  const { status, body } = await byRest(file);
  expect([status, body.code]).toEqual([400, 'import_file_invalid']);
  await eventually(() => Promise.resolve(temporary().length === 0));
});

test.each([
  ['raw', 'application/octet-stream', ''],
  [
    'in a form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\n',
  ],
])('more than 64 MB without a length, %s, are refused before their end', async (_how, type, begin) => {
  const { credential } = world.owner;
  const sentRequest = request(`${world.url}${pathOf()}`, {
    method: 'POST',
    headers: { 'content-type': type, cookie: `session_id=${credential.session}` },
  });
  try {
    const whenAnswered = once(sentRequest, 'response') as Promise<[IncomingMessage]>;
    sentRequest.on('error', () => undefined).write(begin);
    for (let n = 0; n < 65; n += 1) sentRequest.write(Buffer.alloc(2 ** 20, 'x'));
    const [response] = await whenAnswered;
    expect(response.statusCode).toBe(413);
  } finally {
    sentRequest.destroy();
  }
  await eventually(() => Promise.resolve(temporary().length === 0));
});

describe('an interrupted upload leaves nothing behind', () => {
  const form = 'multipart/form-data; boundary=x';
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  it.each([
    ['raw', 'application/octet-stream', samples.NmapXml.slice(0, 100)],
    ['in a form', form, part + samples.NmapXml.slice(0, 100)],
  ])('%s', async (_how, type, begin) => {
    const before = await countPlans();
    const { credential } = world.owner;
    const sentRequest = request(`${world.url}${pathOf()}`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-length': 10_000, cookie: `session_id=${credential.session}` },
    });
    sentRequest.on('error', () => undefined).write(begin);
    await eventually(() => Promise.resolve(temporary().length > 0));
    sentRequest.destroy();
    await eventually(() => Promise.resolve(temporary().length === 0));
    expect(await countPlans()).toBe(before);
  });

  it.each([
    ['without its end', form, part + samples.NmapXml],
    ['without a boundary', 'multipart/form-data', part + samples.NmapXml],
    [
      'with a field beside it',
      form,
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n${part}x\r\n--x--\r\n`,
    ],
    ['with too many headers', form, `--x\r\n${'a: b\r\n'.repeat(5000)}\r\nx\r\n--x--\r\n`],
  ])('a form %s: 400', async (_what, type, body) => {
    const before = await countPlans();
    const answer = await world.owner.send('POST', pathOf(), { rawBody: body, headers: { 'content-type': type } });
    expect([answer.status, answer.body.code]).toEqual([400, expect.stringMatching(/^validation_/)]);
    await eventually(() => Promise.resolve(temporary().length === 0));
    expect(await countPlans()).toBe(before);
  });
});

test.each([
  ['network_id twice', (id: string) => `network_id=${id}&network_id=${id}`],
  ['a NUL in file_name', (id: string) => `network_id=${id}&file_name=%00`],
  ['a blank file_name', (id: string) => `network_id=${id}&file_name=%20`],
  ['a long file_name', (id: string) => `network_id=${id}&file_name=${'x'.repeat(256)}`],
  ['a NUL in host', (id: string) => `network_id=${id}&host=a%00`],
  ['a format twice', (id: string) => `network_id=${id}&format=NmapXml&format=NetBox`],
])('%s: 400', async (_what, query) => {
  const path = `/api/v1/imports?${query(world.networkId)}`;
  const { status, body } = await world.owner.send('POST', path, { rawBody: samples.NmapXml, headers });
  expect([status, body.code]).toEqual([400, expect.stringMatching(/^validation_/)]);
});

test('a file name in a form becomes a text that can be stored, without folders', async () => {
  for (const [filename, storedText] of [
    [`filename="../../etc/passwd"`, 'passwd'],
    [`filename*=utf-8''a%00b`, 'a\uFFFDb'],
    [`filename="${'😀'.repeat(300)}"`, '😀'.repeat(255)],
    [`filename=" "`, 'import'],
  ]) {
    const rawBody = `--x\r\ncontent-disposition: form-data; name="file"; ${filename}\r\n\r\n${samples.NmapXml}\r\n--x--\r\n`;
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, body } = await world.owner.send('POST', pathOf(), { rawBody, headers: form });
    expect([status, body.data?.file_name]).toEqual([200, storedText]);
  }
});

test('two simultaneous applications of one plan write it once', async () => {
  const { data } = (await byRest(samples.NmapXml.replaceAll('10.0.0.1', '10.44.0.1').replaceAll('r1', 'twice'))).body;
  const answers = await Promise.all([1, 2, 3].map(() => world.owner.rest.post(`/imports/${data.id}/apply`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const where = { networkId: world.networkId, ipAddress: '10.44.0.1' };
  expect(await world.prisma.ipAddress.count({ where })).toBe(1);
});
