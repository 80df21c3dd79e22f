// Tests that the OpenAPI document has exactly the operations that contract-operations.ts lists, with the listed ids and
// paths.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contractOperations, missingOperations, ownOperations } from './contract-operations';

interface Document {
  paths: Record<string, Record<string, { operationId: string; 'x-other-name-of'?: string }>>;
}
const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8')) as Document;
// Leaves out operations with `x-other-name-of`, which repeat an operation at another path. openapi.test.ts tests them.
const publishedIds = new Map(
  Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, 'x-other-name-of': documented }]) =>
      documented === undefined ? [[operationId, `${method} ${template}`] as const] : [],
    ),
  ),
);
const promisedRoutes = new Map(
  contractOperations.map(({ id, method, path: template }) => [id, `${method} ${template}`]),
);
const missing = new Set(Object.values(missingOperations).flat());

test('every operation is promised, or one of ours with a reason', () => {
  const unknown = [...publishedIds.keys()].filter((id) => !promisedRoutes.has(id) && !(id in ownOperations));
  expect(unknown).toEqual([]);
  expect(Object.keys(ownOperations).filter((id) => !publishedIds.has(id) || promisedRoutes.has(id))).toEqual([]);
});

test('every promised operation is there under its path, but for those that are known to be missing', () => {
  const presentIds = [...promisedRoutes].filter(([id]) => !missing.has(id));
  expect(presentIds.map(([id]) => [id, publishedIds.get(id)])).toEqual(presentIds);
});

test('operations listed as missing in contract-operations.ts are promised and missing', () => {
  expect([...missing].filter((id) => !promisedRoutes.has(id))).toEqual([]);
  expect([...missing].filter((id) => publishedIds.has(id))).toEqual([]);
});
