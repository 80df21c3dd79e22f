// Tests the cost of reads: PostgreSQL scans only rows of the caller's own networks, for every list and every relation
// of the schema.
import { collectStatements } from '../support/explained-statements';
import { createLargeNeighbor, type LargeNeighbor } from './large-neighbor';
import { relationDocuments, relations, rootLists, buildSelection } from './schema-shape';

let neighbor: LargeNeighbor;
beforeAll(async () => {
  neighbor = await createLargeNeighbor();
});
afterAll(() => neighbor?.close());

/** Steps of the document's statements that scan more rows than the caller has. */
async function wideSteps(document: string): Promise<string[]> {
  const statements = await collectStatements(/^\s*SELECT .* FROM /s, () => neighbor.world.owner.query(document));
  return neighbor.tooWide(statements);
}
const ofThen = (document: string) => document.replace(/^query/, `query @at(instant: "${neighbor.past.toISOString()}")`);

const lists = rootLists.map(({ field, model }): [string, string] => [
  field,
  `query { ${field}(first: 40) { totalCount nodes ${buildSelection(model, 0)} } }`,
]);
const related = relations.flatMap((relation) =>
  relationDocuments(relation)
    .slice(0, 1)
    .map((document): [string, string] => [`${relation.parent}.${relation.field}`, document]),
);

test.each([...lists, ...related])('%s, now and then', async (_what, document) => {
  expect(await wideSteps(document)).toEqual([]);
  expect(await wideSteps(ofThen(document))).toEqual([]);
});
