// Tests which data a field reads in addition to its row. If several rows refer to one row, the field must not read a
// list of that row, because the list would be read once for each of them.
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
    // If this side of the relation has no foreign key, the related row belongs to this row alone.
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
