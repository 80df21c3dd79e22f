// Tests tenant isolation of every filter and every order of the schema. Conditions with the values of hidden rows
// reveal no more to a caller than conditions with made-up values.
import { randomUUID } from 'node:crypto';
import type { GraphQLEnumType, GraphQLInputObjectType } from 'graphql';
import { getNamedType } from 'graphql';
import { delegateOf } from '../../src/data/model/delegate';
import { columnsOf, modelNames, type Column } from '../../src/data/model/model-fields';
import { schema } from '../../src/modules/types';
import {
  columnConditions,
  computedConditions,
  filterPaths,
  longerPaths,
  quantifyFilters,
  pathTitle,
  type FilterPath,
  type Values,
} from './filter-paths';
import { pageSize, rootLists, wholeListSize } from './schema-shape';
import { findLeaks } from './leaks';
import { createWalledWorld, type WalledCaller, type WalledWorld } from './walled-world';

type Row = Record<string, unknown>;

let walled: WalledWorld;
/** All rows of the test organizations, visible or hidden, by model and id. */
const rowsByModel = new Map<string, Map<string, Row>>();

beforeAll(async () => {
  walled = await createWalledWorld();
  for (const model of modelNames.filter((name) => columnsOf(name).has('id'))) {
    const ids = walled.callers.flatMap(({ beyond, home }) => [...(beyond[model] ?? []), ...(home[model] ?? [])]);
    const rows = await delegateOf(walled.world.prisma, model).findMany({ where: { id: { in: [...new Set(ids)] } } });
    rowsByModel.set(model, new Map(rows.map((row) => [row.id as string, row])));
  }
});
afterAll(() => walled.close());

const wire = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : value;

/** Returns for a column a value that occurs only in rows that the caller may not see. Undefined if there is none. */
const hiddenValues =
  ({ beyond, home }: WalledCaller): Values =>
  (model, { name }) => {
    const rows = rowsByModel.get(model);
    const valuesIn = (ids: readonly string[] = []) =>
      ids.flatMap((id) => (rows?.has(id) ? [wire(rows.get(id)![name])] : []));
    const visibleValues = new Set(valuesIn(home[model]));
    return valuesIn(beyond[model]).find((value) => value != null && !visibleValues.has(value));
  };

/**
 * Returns a value that no row has, to send it in place of a hidden value. Enums and booleans have no such value, so
 * the hidden value itself is returned.
 */
const madeUp =
  (hiddenValueOf: Values): Values =>
  (model, column: Column) => {
    const value = hiddenValueOf(model, column);
    if (value === undefined) return undefined;
    switch (column.kind) {
      case 'uuid':
        return randomUUID();
      case 'inet':
        return '192.0.2.77';
      case 'int':
        return 1_999_999_999;
      case 'bigint':
        return '1999999999999';
      case 'time':
        return '1999-12-31T23:59:59.999Z';
      case 'text':
        return `nobody-${randomUUID()}`;
      default:
        return value;
    }
  };

/** The number of lists that one document may contain. */
const listsAtOnce = 90;

async function idsOf(
  caller: WalledCaller,
  field: string,
  model: string,
  filters: readonly object[],
): Promise<unknown[]> {
  if (filters.length > listsAtOnce)
    return [
      ...(await idsOf(caller, field, model, filters.slice(0, listsAtOnce))),
      ...(await idsOf(caller, field, model, filters.slice(listsAtOnce))),
    ];
  const parameters = filters.map((_, index) => `$f${index}: ${model}Filter`).join(', ');
  const lists = filters.map(
    (_, index) => `l${index}: ${field}(first: ${pageSize}, filter: $f${index}) { nodes { id } }`,
  );
  const variables = Object.fromEntries(filters.map((filter, index) => [`f${index}`, filter]));
  const { body, story } = await caller.caller.graphql(`query(${parameters}) { ${lists.join(' ')} }`, variables);
  if (body.errors && !/auth_/.test(body.errors[0].extensions.code)) throw new Error(story);
  return Object.values((body.data ?? {}) as object);
}

/**
 * Conditions on the columns of a model with these values, and conditions such as `search`, with ids and words of
 * hidden rows (`isHidden`) or with made-up ones.
 */
const conditionsOn = (model: string, values: Values, caller: WalledCaller, isHidden: boolean) => [
  ...columnConditions(model, values),
  ...computedConditions(
    model,
    isHidden ? walledIds(caller) : [randomUUID()],
    isHidden ? caller.forbidden.find((word) => word.startsWith('secret-'))! : `nobody-${randomUUID()}`,
  ),
];
/**
 * Adds negations to the conditions. Each negates the conditions of one column only: a null in another column would make
 * the whole negation unknown.
 */
const withNegations = (conditions: readonly object[]): object[] => [
  ...conditions,
  ...[...Map.groupBy(conditions, (condition) => Object.keys(condition)[0]!).values()].map((alike) => ({
    not: { or: alike },
  })),
];
const walledIds = ({ beyond }: WalledCaller): string[] => Object.values(beyond).flatMap((ids) => ids ?? []);

describe('the filter', () => {
  const paths = rootLists.flatMap(({ field, model }) => filterPaths(field, model));

  test.each(rootLists.map(({ field, model }) => [field, model]))(
    'of %s matches no hidden value',
    async (field, model) => {
      for (const caller of walled.callers) {
        const values = hiddenValues(caller);
        const conditions = conditionsOn(model, values, caller, true);
        const madeUpConditions = conditionsOn(model, madeUp(values), caller, false);
        expect(conditions.length).toBeGreaterThan(0);
        const [hiddenIds, absentIds] = await Promise.all([
          idsOf(caller, field, model, withNegations(conditions)),
          idsOf(caller, field, model, withNegations(madeUpConditions)),
        ]);
        expect(hiddenIds).toEqual(absentIds);
      }
    },
  );

  /**
   * Sends the same conditions with values that only hidden rows have and with values that no row has, and compares the
   * responses. All paths begin at the same list.
   */
  const judge = async (
    caller: WalledCaller,
    requestedFilterPaths: readonly FilterPath[],
    quantifiers?: readonly string[],
  ) => {
    const values = hiddenValues(caller);
    const filters = (isHidden: boolean) =>
      requestedFilterPaths.flatMap((path) => {
        const target = path.steps.at(-1)!.model;
        const conditions = conditionsOn(target, isHidden ? values : madeUp(values), caller, isHidden);
        expect(conditions.length).toBeGreaterThan(0);
        const anyOf = { or: conditions };
        // The negation is sent too, because a hidden row must fulfil neither the condition nor its negation.
        const quantifiedFilters = [
          ...quantifyFilters(path, anyOf, quantifiers),
          ...(quantifiers ? [] : quantifyFilters(path, { not: anyOf })),
        ];
        return quantifiedFilters.map((filter) => ({ title: pathTitle(path), filter }));
      });
    const { root, model } = requestedFilterPaths[0]!;
    const [hiddenResults, absentResults] = await Promise.all(
      [true, false].map(async (isHidden) => {
        const titledFilters = filters(isHidden);
        const idLists = await idsOf(
          caller,
          root,
          model,
          titledFilters.map(({ filter }) => filter),
        );
        return idLists.map((ids, at) => [titledFilters[at]!.title, ids]);
      }),
    );
    expect(hiddenResults).toEqual(absentResults);
  };

  /**
   * The rows of a model are limited differently for a key of one network than for an Owner. So half of the paths to a
   * model are tested with one of these callers and half with the other, and a single path with both.
   */
  const pathsByTarget = Map.groupBy(paths, ({ steps }) => steps.at(-1)!.model);
  const callersOf = (path: FilterPath): WalledCaller[] => {
    const callers = [walled.narrowKey, walled.stranger];
    const alike = pathsByTarget.get(path.steps.at(-1)!.model)!;
    return alike.length === 1 ? callers : [callers[alike.indexOf(path) % callers.length]!];
  };
  const pathsByRoot = [...Map.groupBy(paths, ({ root }) => root)];
  test.each(pathsByRoot)('of %s is no oracle through any relation', async (_root, ownPaths) => {
    for (const caller of [walled.narrowKey, walled.stranger]) {
      const pathsOfCaller = ownPaths.filter((path) => callersOf(path).includes(caller));
      if (pathsOfCaller.length > 0) await judge(caller, pathsOfCaller);
    }
  });

  test('"every" concerns only related rows of the requested kind that are within reach', async () => {
    const { narrowKey: caller } = walled;
    const every = { hosts: { every: { id: { in: caller.home.Host } } } };
    const [inSight] = (await idsOf(caller, 'tags', 'Tag', [every])) as { nodes: { id: string }[] }[];
    expect(inSight!.nodes.map(({ id }) => id).sort()).toEqual([...caller.home.Tag!].sort());
    const none = { hosts: { every: { name: { eq: 'nobody' } }, some: {} } };
    expect(await idsOf(caller, 'tags', 'Tag', [none])).toEqual([{ nodes: [] }]);
  });

  const longer = paths.filter((path) => longerPaths(path).length > 0);
  // Longer paths get only one quantifier each, `some` or `none`. Paths of one relation were tested with all
  // quantifiers.
  test.each(longer.map((path, at) => [pathTitle(path), path, at % 2 === 0 ? 'some' : 'none'] as const))(
    '%s is none through a further relation',
    async (_title, path, quantifier) => {
      await judge(walled.narrowKey, longerPaths(path), [quantifier]);
    },
  );
});

describe('the order', () => {
  test.each(rootLists.map(({ field, model }) => [field, model]))(
    'of %s reveals no hidden row',
    async (field, model) => {
      const order = schema.getType(`${model}Order`) as GraphQLInputObjectType;
      const fields = (getNamedType(order.getFields().field!.type) as GraphQLEnumType)
        .getValues()
        .map(({ name }) => name);
      const lists = fields.flatMap((name) =>
        ['asc', 'desc'].map((direction) => {
          const args = `first: ${wholeListSize}, orderBy: [{ field: ${name}, direction: ${direction} }]`;
          return `${name}_${direction}: ${field}(${args}) { totalCount nodes { id } }`;
        }),
      );
      for (const caller of walled.callers) {
        const { body } = await caller.caller.graphql(`{ ${lists.join(' ')} }`);
        expect(findLeaks(caller, JSON.stringify(body))).toEqual([]);
        if (body.errors) expect(body.errors[0].extensions.code).toMatch(/^auth_/);
        for (const { totalCount, nodes } of Object.values(
          (body.data ?? {}) as Record<string, { totalCount: number; nodes: object[] }>,
        ))
          expect(totalCount).toBe(nodes.length);
      }
    },
  );
});
