// Each entity gets REST documents by generation, unless a document is written by hand. Tests which documents are
// generated, and with which variables.
import { execFileSync } from 'node:child_process';
import { parse, print } from 'graphql';

const sdl = `
  scalar UUID
  type Thing { id: UUID!, siteCode: String, ownerId: UUID!, organizationId: UUID! }
  type DeleteResult { deletedCount: Int! }
  input CreateThingInput { note: String, organizationId: UUID, ownerId: UUID!, siteCode: String }
  input UpdateThingInput { expectedUpdatedAt: String, note: String, organizationId: UUID, ownerId: UUID, siteCode: String }
  type Query { thing(id: UUID!): Thing! }
  type Mutation {
    createThing(input: CreateThingInput!): Thing!
    updateThing(id: UUID!, input: UpdateThingInput!): Thing!
    deleteThing(id: UUID!): UUID!
    deleteThings(ids: [UUID!]!): DeleteResult!
  }`;
const fragment = `fragment ThingRest on Thing { id owner: ownerId site_code: siteCode organization_id: organizationId }`;
const every =
  'GetThingByIdDocument, CreateThingDocument, UpdateThingDocument, DeleteThingDocument, BulkDeleteThingsDocument';

const script = `
  const { standardDocuments } = await import('./scripts/standard-documents.mjs');
  process.stdout.write(await standardDocuments(JSON.parse(process.argv[1])));`;

function generateDocuments(documents: string[], routes: string[]): string {
  const input = JSON.stringify({ sdl, documents, routes });
  return execFileSync(process.execPath, ['--input-type=module', '-e', script, input], { encoding: 'utf8' });
}
const operations = (text: string): string[] =>
  parse(text).definitions.map((one) => ('name' in one && one.name ? one.name.value : ''));

test('a write has variables for the fields of the fragment in its order; PUT requires what POST requires', () => {
  const update = `mutation UpdateThing(
    $id: UUID!, $owner: UUID!, $site_code: String, $organization_id: UUID!, $expected_updated_at: String, $note: String
  ) {
    data: updateThing(id: $id, input: {
      ownerId: $owner, siteCode: $site_code, organizationId: $organization_id,
      expectedUpdatedAt: $expected_updated_at, note: $note
    }) { ...ThingRest }
  }`;
  expect(print(parse(generateDocuments([fragment], ['UpdateThingDocument'])))).toBe(print(parse(update)));
});

test('exactly the operations that routes use are generated', () => {
  const names = ['BulkDeleteThings', 'CreateThing', 'DeleteThing', 'GetThingById', 'UpdateThing'];
  expect(operations(generateDocuments([fragment], [every])).sort()).toEqual(names);
  expect(operations(generateDocuments([fragment], ['DeleteThingDocument, ListThingsDocument']))).toEqual([
    'DeleteThing',
  ]);
});

test('a handwritten document replaces the generated one', () => {
  const ownQuery = 'mutation CreateThing($owner: UUID!) { createThing(input: { ownerId: $owner }) { id } }';
  expect(operations(generateDocuments([fragment, ownQuery], [every]))).not.toContain('CreateThing');
});
