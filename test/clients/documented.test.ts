// Tests that the code snippets of docs/clients.md work as described. Each snippet runs with the address, key and
// topology id of the test's server, and is otherwise unchanged.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import { projectDir, textOf } from '../start/documentation';
import { compiledByRelay, relayConfig } from './relay-compiled';
import { asModule, prepareCode, findSnippet } from './snippets';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addInventory(world.prisma, world, 3);
});
afterAll(() => world.close());

const run = promisify(execFile);

/** Returns what the snippet prints. `more` is code that is appended to the snippet. */
async function runSnippet(text: string, more = '', of: World = world): Promise<unknown> {
  const { stdout, stderr } = await run(process.execPath, asModule(prepareCode(of, text) + more), {
    cwd: projectDir,
    env: { PATH: process.env.PATH },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

interface Hosts {
  readonly hosts: { readonly nodes: readonly { readonly nodeId: string; readonly displayName: string }[] };
}

test.each(['@apollo/client', '@urql/core'])(
  'the snippet for %s reads rows of the present and of the past',
  async (client) => {
    const snippet = findSnippet(`from '${client}'`, 'NowAndThen');
    const { hosts, asOf } = (await runSnippet(snippet)) as Hosts & { asOf: Hosts };
    expect(hosts.nodes).toHaveLength(2);
    const idsOf = ({ nodes }: Hosts['hosts']) => nodes.map(({ nodeId }) => nodeId);
    const live = idsOf(hosts);
    expect(idsOf(asOf.hosts).filter((nodeId) => live.includes(nodeId))).toEqual([]);
  },
);

const relaySnippet = (word: string): string => findSnippet("from 'relay-runtime'", word);
const rows = { Rows: 'query RowsQuery { hosts(first: 2) { nodes { nodeId displayName } } }' };

test('the snippets for Relay compile and read', async () => {
  expect(relayConfig().schemaConfig).toMatchObject({ nodeInterfaceIdField: 'nodeId' });
  const compiledSnippet = compiledByRelay(rows);
  try {
    const artifact = JSON.stringify(compiledSnippet.artifact('RowsQuery'));
    const more = `
      import { fetchQuery } from 'relay-runtime';
      console.log(JSON.stringify(await fetchQuery(environment, ${artifact}, {}).toPromise()));`;
    const { hosts } = (await runSnippet(relaySnippet('fetchGraphql'), more)) as Hosts;
    expect(hosts.nodes.map(({ nodeId }) => typeof nodeId)).toEqual(['string', 'string']);
  } finally {
    compiledSnippet.remove();
  }
});

test('the documents that Relay writes to a file are requested by their ids, as in the snippet', async () => {
  const line = /"persistConfig": (\{.*?\})`/.exec(textOf('docs/clients.md'))![1]!;
  const { file } = JSON.parse(line) as { file: string };
  const compiledSnippet = compiledByRelay(rows, { persistConfig: { file } });
  const trusting = await createWorld({ TRUSTED_DOCUMENTS: compiledSnippet.fileOf(file), TRUSTED_DOCUMENTS_ONLY: 'on' });
  try {
    await addInventory(trusting.prisma, trusting, 3);
    const artifact = compiledSnippet.artifact<{ params: { id: string; text: null } }>('RowsQuery');
    expect(artifact.params).toMatchObject({ id: expect.any(String), text: null });
    const more = `
      import { fetchQuery } from 'relay-runtime';
      console.log(JSON.stringify(await fetchQuery(environment, ${JSON.stringify(artifact)}, {}).toPromise()));`;
    const { hosts } = (await runSnippet(relaySnippet('fetchById'), more, trusting)) as Hosts;
    expect(hosts.nodes).toHaveLength(2);
  } finally {
    await trusting.close();
    compiledSnippet.remove();
  }
});
