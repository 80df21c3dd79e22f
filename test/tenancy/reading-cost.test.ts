// Tests the cost of reads: PostgreSQL scans only rows of the caller's own networks, for every list and every relation
// of the schema, now and as of a past instant.
import { isHistoried } from '../../src/data/model/historied';
import { tableOf } from '../../src/data/model/model-fields';
import { collectStatements } from '../support/explained-statements';
import { createLargeNeighbor, type LargeNeighbor } from './large-neighbor';
import { batchTitle, relationBatches } from './relation-documents';
import { rootLists, buildSelection } from './schema-shape';

let neighbor: LargeNeighbor;
beforeAll(async () => {
  neighbor = await createLargeNeighbor();
});
afterAll(() => neighbor?.close());

/** The SELECT statements that the document causes. */
const readsOf = (document: string) =>
  collectStatements(/^\s*SELECT .* FROM /s, () => neighbor.world.owner.query(document));
const ofThen = (document: string) => document.replace(/^query/, `query @at(instant: "${neighbor.past.toISOString()}")`);

// Each document of `lists` reads a list with all relations of its rows: PostgreSQL plans the subquery of each relation
// separately, so one document tests all relations. `related` reads types that no list returns, through relations of
// other types.
const lists = rootLists.map(({ field, model }): [string, string, string | undefined] => [
  field,
  `query { ${field}(first: 40) { totalCount nodes ${buildSelection(model, 1)} } }`,
  isHistoried(model) ? tableOf(model) : undefined,
]);
const listedModels = new Set(rootLists.map(({ model }) => model));
const related = relationBatches()
  .filter(({ parent }) => !listedModels.has(parent))
  .map((batch): [string, string, undefined] => [batchTitle(batch), batch.documents[0]!.document, undefined]);

test.each([...lists, ...related])('%s, now and then', async (_what, document, historiedTable) => {
  expect(await neighbor.tooWide(await readsOf(document))).toEqual([]);
  const past = await readsOf(ofThen(document));
  expect(await neighbor.tooWide(past)).toEqual([]);
  // The statement itself must limit the past rows to the caller's networks or organization before other conditions.
  // The query plan does not prove this, because PostgreSQL reorders conditions on small tables.
  if (historiedTable === undefined) return;
  const limited = new RegExp(`FROM ${historiedTable}_at\\(\\$\\d+::timestamptz, \\$\\d+::uuid\\[\\]\\) t\\b`);
  expect(past.filter(({ text }) => limited.test(text)).length).toBeGreaterThan(0);
});
