// Lists of objects in slices: neither executor makes more of an answer in one turn of the event loop than a slice of time.
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { isTurnSpent, nextTurn } from '../../platform/threads/event-loop';
import type { AnswerForm, GraphqlContext } from '../context';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Shorter lists are not worth a look at the clock; what holds them is. */
const fewItems = 20;
/** Longer lists are given to the executor item by item. */
const mostAtOnce = 100;
/** An answer with more items in its lists is written in pieces. */
const manyItems = 2_000;

/** Every list of objects that has a resolver: of all others the items are read from what was there before. */
export function sliceLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (isSliced(field)) field.resolve = slicing(field.resolve ?? defaultFieldResolver);
  }
  return schema;
}

const isSliced = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  isListType(getNullableType(type)) && !isLeafType(getNamedType(type));

const slicing = (resolve: Resolver): Resolver =>
  function resolveInSlices(parent, args, context, info) {
    const items = resolve(parent, args, context, info);
    return items instanceof Promise
      ? items.then((settled: unknown) => inSlices(settled, context))
      : inSlices(items, context);
  };

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function inSlices(items: unknown, { answer }: GraphqlContext): unknown {
  if (!Array.isArray(items) || items.length < fewItems) return items;
  answer.items += items.length;
  if (answer.items > manyItems) answer.isLarge = true;
  if (isTurnSpent()) return nextTurn({ of: answer }).then(() => oneByOne(items, answer));
  return oneByOne(items, answer);
}

/**
 * Both executors take promises as items, and complete each in the microtask that follows on it: after that the clock says
 * whether there is time for the next.
 */
function oneByOne(items: readonly unknown[], answer: AnswerForm): unknown {
  // Those of a list that comes in slices anyway are promises.
  if (items.length <= mostAtOnce || isPromise(items[0])) return items;
  const give: ((item: unknown) => void)[] = [];
  const promised = items.map(() => new Promise((resolve) => give.push(resolve)));
  void (async () => {
    for (const [at, item] of items.entries()) {
      // Before the lists that wait to begin, whose items would be in memory as well.
      if (isTurnSpent()) await nextTurn({ of: answer, goesOn: true });
      give[at]!(item);
      await Promise.resolve();
    }
  })();
  return promised;
}
