// Pages of lists below a row: they neither skip nor repeat rows, even if the row of their cursor was deleted.
import { isObjectType, type GraphQLObjectType } from 'graphql';
import { modelNames } from '../../src/data/model/model-fields';
import type { OrderKey } from '../../src/graphql/lists/keyset';
import { defaultOrder } from '../../src/graphql/lists/list';
import { schema } from '../../src/modules/types';
import { addInventory, type Inventory } from '../support/inventory';
import { absentId, createWalledWorld, type WalledWorld } from '../tenancy/walled-world';
import { isConnection, nameType, rootLists, rowTypeOf } from '../tenancy/schema-shape';

let walledWorld: WalledWorld;
let inventory: Inventory;
beforeAll(async () => {
  walledWorld = await createWalledWorld();
  const { prisma, networkId, organizationId } = walledWorld.world;
  inventory = await addInventory(prisma, { networkId, organizationId }, 6);
});
afterAll(() => walledWorld.close());

interface Page {
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
  readonly totalCount: number;
}

const isIdDescending = ({ field, direction }: OrderKey): boolean => field === 'id' && direction === 'desc';
/** All lists of rows below rows that a root list has. `step` leads from an id to the next one in the list's order. */
const nestedLists = rootLists.flatMap(({ field: root, model }) => {
  const type = schema.getType(model);
  if (!isObjectType(type)) return [];
  return Object.values((type as GraphQLObjectType).getFields())
    .filter((field) => isConnection(nameType(field).name) && modelNames.includes(rowTypeOf(field).name))
    .map((field) => {
      const hasOffset = field.args.some((one) => one.name === 'offset');
      const keys = hasOffset ? defaultOrder(rowTypeOf(field).name) : [];
      return { root, model, name: field.name, hasOffset, step: keys.some(isIdDescending) ? -1n : 1n };
    });
});

test('there are lists below rows of many types', () => {
  expect(nestedLists.length).toBeGreaterThan(60);
});

const valuesIn = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
const cursorOf = (values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');
/** A UUID by its distance from another one. */
const shifted = (id: string, by: bigint): string =>
  (BigInt(`0x${id.replaceAll('-', '')}`) + by)
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
/** Cursors of rows that do not exist, directly before and after the row of a cursor. The last value is the id. */
const beside = (cursor: string, step: bigint): string[] =>
  [-step, step].map((by) => {
    const values = valuesIn(cursor);
    return cursorOf([...values.slice(0, -1), shifted(values.at(-1) as string, by)]);
  });

test.each(nestedLists)('$model: $name begins behind a cursor whose row is deleted', async (list) => {
  const { owner } = walledWorld.world;
  const selection = '{ edges { cursor } pageInfo { hasNextPage hasPreviousPage } totalCount }';
  const read = async (page: string): Promise<Page[]> => {
    const rows = await owner.query(
      `{ rows: ${list.root}(first: 50) { nodes { page: ${list.name}(${page}) ${selection} } } }`,
    );
    return rows.rows.nodes.map((node: { page: Page }) => node.page);
  };
  const cursorsOf = ({ edges }: Page): string[] => edges.map(({ cursor }) => cursor);
  const all = await read('first: 100');
  const [parent, whole] = [...all.entries()].sort(([, a], [, b]) => b.edges.length - a.edges.length)[0]!;
  const cursors = cursorsOf(whole);
  const readPage = async (page: string): Promise<Page> => (await read(page))[parent]!;
  const offsets = list.hasOffset ? [0, 1, 3] : [0];
  const skipping = (offset: number): string => (list.hasOffset ? `offset: ${offset}` : '');
  for (const [index, cursor] of cursors.slice(0, 3).entries()) {
    const [justBefore, justAfter] = beside(cursor, list.step) as [string, string];
    for (const offset of offsets) {
      const skip = skipping(offset);
      for (const [after, from] of [
        [cursor, index + 1],
        [justAfter, index + 1],
        [justBefore, index],
      ] as const) {
        const page = await readPage(`first: 2, after: "${after}" ${skip}`);
        expect([offset, cursorsOf(page)]).toEqual([offset, cursors.slice(from + offset, from + offset + 2)]);
        expect(page.pageInfo).toEqual({ hasNextPage: cursors.length > from + offset + 2, hasPreviousPage: true });
        expect(page.totalCount).toBe(whole.totalCount);
      }
      for (const [before, to] of [
        [cursor, index],
        [justBefore, index],
        [justAfter, index + 1],
      ] as const) {
        const page = await readPage(`last: 2, before: "${before}" ${skip}`);
        const end = Math.max(to - offset, 0);
        expect([offset, cursorsOf(page)]).toEqual([offset, cursors.slice(Math.max(end - 2, 0), end)]);
        expect(page.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: end > 2 });
      }
    }
  }
});

test.each([
  ['hosts', () => `network(id: "${walledWorld.world.networkId}")`, 'host'],
  ['taggedInterfaces', () => `vlan(id: "${inventory.vlanIds[0]}")`, 'interface'],
] as const)('after the last row of a page of %s is deleted, the next page follows', async (name, parent, model) => {
  const { owner, prisma } = walledWorld.world;
  const read = async (page: string) => {
    const document = `{ row: ${parent()} { list: ${name}(${page}) { nodes { id } pageInfo { endCursor hasNextPage } } } }`;
    const { nodes, pageInfo } = (await owner.query(document)).row.list;
    return { ids: nodes.map(({ id }: { id: string }) => id) as string[], pageInfo };
  };
  const all = (await read('first: 100')).ids;
  expect(all.length).toBeGreaterThan(4);
  const first = await read('first: 2');
  expect(first.ids).toEqual(all.slice(0, 2));
  await (prisma[model] as { delete(args: object): Promise<unknown> }).delete({ where: { id: first.ids[1]! } });
  const next = await read(`first: 100, after: "${first.pageInfo.endCursor}"`);
  expect(next.ids).toEqual(all.slice(2));
});

test('a cursor of an earlier version, which has only the id of a row, is refused', async () => {
  const { owner, networkId } = walledWorld.world;
  const former = Buffer.from(`GPC:S:${absentId()}`).toString('base64');
  for (const list of [
    `network(id: "${networkId}") { hosts(first: 2, after: "${former}") { nodes { id } } }`,
    `vlan(id: "${inventory.vlanIds[0]}") { taggedInterfaces(after: "${former}") { nodes { id } } }`,
  ])
    expect(await owner.refusal(`{ ${list} }`)).toMatchObject({
      ...{ code: 'validation_invalid_format', params: { field: 'after' } },
    });
});
