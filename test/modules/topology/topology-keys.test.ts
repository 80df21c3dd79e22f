/**
 * Tests that the cache keys and ETags of large responses depend on everything that the responses contain. The suite
 * replaces a module, so it does not share loaded modules with other suites.
 * @own-modules
 */
import type { GraphContext } from '../../../src/modules/topology/answers/inventory-cache';
import { type RawJson } from '../../../src/graphql/jit/raw-json';
import { completeOptions } from '../../../src/modules/topology/options';

const context = {
  sql: {
    viewer: { organizationId: 'ours', networkIds: ['one'] },
    query: () => Promise.resolve([{ token: 'state' }]),
    queryTexts: (_: unknown, onRow: (row: object) => void) => {
      onRow({ name: 'state', text: JSON.stringify({ changeToken: 'state', snapshot: '', server: null }) });
      onRow({ name: 'hosts', text: `[${' '.repeat(1_000_000)}]` });
      return Promise.resolve([]);
    },
  },
  workers: { run: () => Promise.resolve() },
  answer: { isLarge: false },
} as unknown as GraphContext;

/** The cache key of a past inventory, in a version of Netloom that recognizes additional software with these ids. */
async function keyOf(ids: readonly string[]): Promise<string> {
  jest.resetModules();
  jest.doMock('../../../src/modules/inventory/shared/known-software/computing', () => {
    const real = jest.requireActual('../../../src/modules/inventory/shared/known-software/computing') as {
      computing: { Orchestrator: unknown[] };
    };
    const addedRows = ids.map((id) => [id, id, '', 'Something new']);
    return { computing: { ...real.computing, Orchestrator: [...real.computing.Orchestrator, ...addedRows] } };
  });
  const { drawNetwork } = await import('../../../src/modules/topology/answers/inventory-cache');
  const network = await drawNetwork(context, 'one', completeOptions('', {}).request);
  const json = network!.json('wireNodes', { view: 'L2Physical' }) as RawJson;
  return json.source.key;
}
afterAll(() => jest.dontMock('../../../src/modules/inventory/shared/known-software/computing'));

test('changing the list of known software changes the cache key of the same rows', async () => {
  expect(await keyOf([])).toBe(await keyOf([]));
  expect(await keyOf(['Something New'])).not.toBe(await keyOf([]));
});
