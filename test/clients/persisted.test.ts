// Tests clients that send ids or hashes in place of GraphQL documents. The service trusts manifests that the clients'
// own tools write. Without a manifest, clients fall back to sending the document.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { addTypenameToDocument } from '@apollo/client/utilities';
import { print } from 'graphql';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import { projectDir } from '../start/documentation';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const query = gql`
  query Names($first: Int!) {
    hosts(first: $first) {
      nodes {
        nodeId
        displayName
      }
    }
  }
`;
const names = expect.objectContaining({ hosts: expect.objectContaining({ nodes: expect.any(Array) }) });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'netloom-persisted-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function inWorld(settings: NodeJS.ProcessEnv, work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld(settings);
  try {
    await addInventory(world.prisma, world, 3);
    await work(world);
  } finally {
    await world.close();
  }
}

interface SentRequest {
  readonly method: string;
  readonly hasText: boolean;
  readonly status: number;
}

/** Apollo Client with its link for persisted queries, and a list of the requests that it sends. */
function apollo(world: World, useGETForHashedQueries = false) {
  const sentRequests: SentRequest[] = [];
  const watchReply: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const requestText = `${decodeURIComponent(String(input))} ${String(init?.body)}`;
    sentRequests.push({
      method: init?.method ?? 'GET',
      hasText: requestText.includes('query Names'),
      status: response.status,
    });
    return response;
  };
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(
      new HttpLink({
        uri: `${world.url}/graphql`,
        headers: { authorization: `Bearer ${world.key.credential.key!}` },
        fetch: watchReply,
      }),
    ),
  });
  const ask = async () =>
    (await client.query({ query, variables: { first: 2 }, fetchPolicy: 'network-only' })).data as unknown;
  return { ask, sent: sentRequests };
}

test.each([false, true])(
  'Apollo Client sends documents after its hashes are refused, and no more hashes (hashes by GET: %s)',
  async (byGet) => {
    await inWorld({}, async (world) => {
      const { ask, sent } = apollo(world, byGet);
      expect(await ask()).toEqual(names);
      expect(await ask()).toEqual(names);
      expect(sent.map(({ hasText, status }) => [hasText, status])).toEqual([
        [false, 400],
        [true, 200],
        [true, 200],
      ]);
      expect(sent[0]!.method).toBe(byGet ? 'GET' : 'POST');
    });
  },
);

test.each([false, true])('Apollo Client sends only hashes of its manifest (by GET: %s)', async (byGet) => {
  const body = print(addTypenameToDocument(query));
  const manifest = path.join(folder, 'apollo.json');
  const operations = [{ id: sha256(body), name: 'Names', type: 'query', body }];
  writeFileSync(manifest, JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }));
  await inWorld({ TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' }, async (world) => {
    const { ask, sent } = apollo(world, byGet);
    expect(await ask()).toEqual(names);
    expect(await ask()).toEqual(names);
    const expectedFields = { method: byGet ? 'GET' : 'POST', hasText: false, status: 200 };
    expect(sent).toEqual([expectedFields, expectedFields]);
  });
});

test("the manifest and hashes of codegen's client preset are accepted unchanged", async () => {
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src', 'names.graphql'), print(query));
  const config = {
    schema: path.join(projectDir, 'schema', 'schema.graphql'),
    documents: 'src/**/*.graphql',
    generates: { 'made/': { preset: 'client', presetConfig: { persistedDocuments: true } } },
  };
  writeFileSync(path.join(folder, 'codegen.json'), JSON.stringify(config));
  const program = path.join(projectDir, 'node_modules', '@graphql-codegen', 'cli', 'cjs', 'bin.js');
  execFileSync(process.execPath, [program, '--config', 'codegen.json'], { cwd: folder, stdio: 'pipe' });
  const manifest = path.join(folder, 'made', 'persisted-documents.json');
  const [documentId] = Object.keys(JSON.parse(readFileSync(manifest, 'utf8')) as object);
  const embedded = readFileSync(path.join(folder, 'made', 'graphql.ts'), 'utf8');
  expect(/"__meta__":\{"hash":"([\w:]+)"/.exec(embedded)?.[1]).toBe(documentId);
  await inWorld({ TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' }, async (world) => {
    const reply = await world.key.send('POST', '/graphql', { body: { documentId, variables: { first: 2 } } });
    expect(reply.body).toEqual({ data: names });
  });
});
