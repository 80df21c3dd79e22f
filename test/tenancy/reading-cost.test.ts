// Tests the cost of reads: PostgreSQL scans only rows of the caller's own networks, for every list and every relation
// of the schema, now and as of a past instant.
import { collectStatements } from '../support/explained-statements';
import { createLargeNeighbor, type LargeNeighbor } from './large-neighbor';
import { batchTitle, relationBatches } from './relation-documents';
import { rootLists, buildSelection } from './schema-shape';

let neighbor: LargeNeighbor;
beforeAll(async () => {
  neighbor = await createLargeNeighbor();
});
afterAll(() => neighbor?.close());

/** Describes the steps of query plans for the document's statements that scan more rows than the caller has. */
async function wideSteps(document: string): Promise<string[]> {
  const statements = await collectStatements(/^\s*SELECT .* FROM /s, () => neighbor.world.owner.query(document));
  return neighbor.tooWide(statements);
}
const ofThen = (document: string) => document.replace(/^query/, `query @at(instant: "${neighbor.past.toISOString()}")`);

// PostgreSQL plans the subquery of each relation separately, so one document can test all relations of a type at once.
// `related` has documents for types that no list returns.
const lists = rootLists.map(({ field, model }): [string, string] => [
  field,
  `query { ${field}(first: 40) { totalCount nodes ${buildSelection(model, 1)} } }`,
]);
const listedModels = new Set(rootLists.map(({ model }) => model));
const related = relationBatches()
  .filter(({ parent }) => !listedModels.has(parent))
  .map((batch): [string, string] => [batchTitle(batch), batch.documents[0]!.document]);

test.each([...lists, ...related])('%s, now and then', async (_what, document) => {
  expect(await wideSteps(document)).toEqual([]);
  expect(await wideSteps(ofThen(document))).toEqual([]);
});
