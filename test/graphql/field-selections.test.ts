// Tests which data a field reads besides its row. If several rows refer to the same row, the lists of that row must not
// be among this data: each list would be read once for each of the rows.
import { isObjectType } from 'graphql';
import { relationsOf } from '../../src/data/model/model-fields';
import { modelOfType, prismaSelection } from '../../src/graphql/pothos-extensions';
import { schema } from '../../src/modules/types';

interface Selected {
  readonly select?: Readonly<Record<string, unknown>>;
}
const selectedBy = (part: unknown) =>
  Object.entries((part as Selected | undefined)?.select ?? {}).filter(([, below]) => below);

/**
 * Paths of lists below a row to which several rows refer: in a list of ports, `host.ipAddresses`, because several ports
 * have the same host.
 */
function sharedLists(model: string, part: unknown, isShared = false): string[] {
  return selectedBy(part).flatMap(([name, below]) => {
    const relation = relationsOf(model).get(name);
    if (!relation) return [];
    if (relation.isList && isShared) return [name];
    // A related row is shared by several rows only if the foreign key is on this side of the relation.
    const paths = sharedLists(relation.model, below, isShared || (!relation.isList && relation.foreignKey.isHere));
    return paths.map((path) => `${name}.${path}`);
  });
}

/**
 * Stands for the caller's selection below the field. The selection is empty, because its cost is counted separately.
 */
const ofNobody = () => ({ select: {} });
/**
 * The data that the field itself selects, with an empty selection by the caller. `selection` contains columns and
 * relations, or is a function that returns `{ select }` with them.
 */
const ownSelection = (selection: unknown): unknown =>
  typeof selection === 'function'
    ? (selection as (...args: unknown[]) => unknown)({}, {}, ofNobody, () => new Set())
    : { select: selection };

const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => {
    const model = modelOfType(type);
    return model === undefined ? [] : Object.values(type.getFields()).map((field) => ({ type, model, field }));
  })
  .filter(({ field }) => prismaSelection(field) !== undefined);

test('no field reads a list of a row that many rows share', () => {
  const sharedListPaths = fields.flatMap(({ type, model, field }) =>
    sharedLists(model, ownSelection(prismaSelection(field))).map((path) => `${type.name}.${field.name}: ${path}`),
  );
  expect(sharedListPaths).toEqual([]);
});

test('a list below a shared row is detected', () => {
  const addresses = { select: { ipAddresses: { select: { id: true } } } };
  expect(sharedLists('Binding', { select: { host: addresses } })).toEqual(['host.ipAddresses']);
  expect(sharedLists('Host', addresses)).toEqual([]);
});
