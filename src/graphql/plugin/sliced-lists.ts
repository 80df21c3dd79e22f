// Passes lists of objects to the executor in slices, so that no turn of the event loop takes longer than one slice.
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

/** A list with fewer items is always passed to the executor at once, because its items take little time. */
const fewItems = 20;
/**
 * A list with more items is passed to the executor item by item, so that other requests run in between. A shorter list
 * is passed at once, if necessary in a new turn of the event loop.
 */
const mostAtOnce = 100;

/**
 * Makes all fields that return lists of objects pass long lists to the executor item by item, so that other requests
 * run in between. This includes fields that only return a property of their parent.
 */
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
      ? items.then((value: unknown) => inSlices(value, context))
      : inSlices(items, context);
  };

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function inSlices(items: unknown, { answer }: GraphqlContext): unknown {
  if (!Array.isArray(items) || items.length < fewItems) return items;
  if (isTurnSpent()) return nextTurn({ of: answer }).then(() => oneByOne(items, answer));
  return oneByOne(items, answer);
}

/**
 * Converts the items of a long list to promises that resolve one after the other. When the turn of the event loop has
 * taken long enough, the next item waits for another turn.
 */
function oneByOne(items: readonly unknown[], answer: AnswerForm): unknown {
  // The items are promises if this function has converted the list before.
  if (items.length <= mostAtOnce || isPromise(items[0])) return items;
  const give: ((item: unknown) => void)[] = [];
  const promises = items.map(() => new Promise((resolve) => give.push(resolve)));
  void (async () => {
    for (const [at, item] of items.entries()) {
      // `goesOn`: finish this list before another list of the response begins, because each list in progress takes
      // memory.
      if (isTurnSpent()) await nextTurn({ of: answer, goesOn: true });
      give[at]!(item);
      await Promise.resolve();
    }
  })();
  return promises;
}
