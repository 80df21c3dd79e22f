// A GraphQL field may select further data of its row. It must not select a list below a row that many rows share, such
// as the addresses of a port's host, because the list would be read again for each port.
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
 * Finds lists that are selected below a row which several selected rows share. For example, in a list of ports, several
 * ports have the same host, so `host.ipAddresses` is found. Returns the paths of these lists.
 */
function sharedLists(model: string, part: unknown, isShared = false): string[] {
  return selectedBy(part).flatMap(([name, below]) => {
    const relation = relationsOf(model).get(name);
    if (!relation) return [];
    if (relation.isList && isShared) return [name];
    // Several rows can share a related row only if they contain the foreign key.
    const paths = sharedLists(relation.model, below, isShared || (!relation.isList && relation.foreignKey.isHere));
    return paths.map((path) => `${name}.${path}`);
  });
}

/** An empty selection by the caller. The cost of the caller's selection is counted separately. */
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
