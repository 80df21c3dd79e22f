// Queries on the graphs of a network. Large networks are processed in worker threads.
import { RawJson } from '../../../graphql/jit/raw-json';
import type { GraphqlContext } from '../../../graphql/context';
import { placeForLarge } from '../../../graphql/large-answers/large-answer';
import { isTurnSpent, nextTurn } from '../../../platform/threads/event-loop';
import { sizedCache, singleFlight } from '../../../platform/threads/bounded-cache';
import { registryTag } from '../../inventory';
import type { RequestOptions } from '../graph/options';
import { threadName, type GraphSource } from './drawn-inventory';
import { askGraph, type AnswerTo, type ArgsOf, type Question, type Slices } from './graph-answers';
import { toMembers, type GraphKey, type GraphMember, type Member } from './graph-keys';
import { largeBytes, sharedState, type NetworkState, type StateContext } from './network-states';
import { findList, inSlices, keepList, listOf, whole } from './shared-lists';

export type GraphContext = Pick<GraphqlContext, 'workers' | 'answer' | 'audience' | 'payer'> & StateContext;
type ListQuestion = { [Q in Question]: AnswerTo<Q> extends readonly unknown[] ? Q : never }[Question];
type ItemOf<Q extends ListQuestion> = AnswerTo<Q> extends readonly (infer Item)[] ? Item : never;

type MembersOf<Q extends ListQuestion> = (GraphMember<ItemOf<Q>> | Promise<GraphMember<ItemOf<Q>>>)[];

/** One state of a network with the options by which its graphs are drawn, and functions that query these graphs. */
export interface DrawnNetwork {
  /** The time at which this state of the network was first read. */
  readonly since: Date;
  readonly source: GraphSource;
  /** Whether the network's graphs are built in worker threads only. */
  readonly isLarge: boolean;
  ask<Q extends Question>(question: Q, args: ArgsOf<Q>): Promise<AnswerTo<Q>>;
  /**
   * Runs a query and returns the items of its result as GraphQL objects with the key of their graph. If the result of a
   * large network is expensive to convert (`takesLong`), returns promises, so that other requests run between the
   * conversions.
   */
  members<Q extends ListQuestion>(
    key: GraphKey,
    question: Q,
    args: ArgsOf<Q>,
    takesLong: boolean,
  ): Promise<MembersOf<Q>>;
  /**
   * The result for a field of the GraphQL type JSON. For a large network it is a `RawJson`, which a worker thread
   * writes.
   */
  json<Q extends Question>(question: Q, args: ArgsOf<Q>): object | RawJson;
  /** A text that `make` computes from this state and that is cached. Concurrent callers share one computation. */
  text(name: string, args: unknown, make: () => Promise<string>): Promise<string>;
}

/**
 * Size in bytes of JSON above which a past state is processed in worker threads. A past state is rarely requested
 * twice, so almost every request parses one. To keep the main thread free, the limit is lower than for the present.
 */
const largePastBytes = 50_000;
const textCharacters = 64_000_000;

const flight = singleFlight<unknown>();
const cachedTexts = sizedCache<string>(textCharacters, ({ length }) => length);

/**
 * Loads a network, from which graphs are built; undefined if the viewer may not read the network. The database checks
 * the viewer's access on every call, even if the network is cached.
 */
export async function drawNetwork(
  context: GraphContext,
  networkId: string,
  options: RequestOptions,
): Promise<DrawnNetwork | undefined> {
  const state = await sharedState(context, networkId);
  return state && drawnNetwork(state, options, context);
}

export function drawnNetwork(
  { since, changes: _changes, mark: _mark, ...state }: NetworkState,
  options: RequestOptions,
  context: GraphContext,
): DrawnNetwork {
  const source: GraphSource = { ...state, options };
  const { workers, answer, sql } = context;
  const isLarge = source.rows.byteLength > (sql.at ? largePastBytes : largeBytes);
  const keyOf = (question: string, args: unknown): string =>
    [source.state, registryTag, question, JSON.stringify(args), JSON.stringify(source.options)].join(' ');
  /** Runs a query in a worker thread. Concurrent equal queries share one result. */
  const inWorker = <T>(job: 'askGraph' | 'sliceGraph' | 'writeGraph', question: Question, args: unknown): Promise<T> =>
    flight(`${job} ${keyOf(question, args)}`, () =>
      // The cast to `never` is needed, because `question` has a union type, with which TypeScript cannot match `args`.
      workers.run(job, { source, question, args: args as never }, threadName(source)),
    ) as Promise<T>;
  /**
   * Runs a query on the main thread. Lets other pending events run first if this turn of the event loop has taken long.
   */
  const askHere = async <Q extends Question>(question: Q, args: ArgsOf<Q>): Promise<unknown> => {
    if (isTurnSpent()) await nextTurn({ of: answer });
    return askGraph({ source, question, args });
  };
  const network: DrawnNetwork = {
    ...{ since, source, isLarge },
    async text(name, args, make) {
      const key = keyOf(name, args);
      const text = cachedTexts.get(key) ?? ((await flight(key, make)) as string);
      cachedTexts.set(key, text);
      answer.isLarge ||= text.length > largeBytes;
      return text;
    },
    async ask<Q extends Question>(question: Q, args: ArgsOf<Q>) {
      if (!isLarge) return (await askHere(question, args)) as AnswerTo<Q>;
      if (question !== 'export') return inWorker<AnswerTo<Q>>('askGraph', question, args);
      return (await network.text(question, args, () => inWorker<string>('askGraph', question, args))) as never;
    },
    // The type of the items follows from `question`, which TypeScript cannot infer. Hence the cast to `never`.
    async members(key, question, args, takesLong) {
      if (!isLarge) return toMembers(key, (await askHere(question, args)) as readonly Member[]) as never;
      answer.isLarge = true;
      await placeForLarge(context);
      const name = keyOf(question, args);
      const list = findList(name) ?? listOf(await inWorker<Slices>('sliceGraph', question, args), name);
      keepList(answer, list);
      // Many callers may wait for this list. Without this line, all of them would continue in the same turn of the
      // event loop.
      await nextTurn();
      return (takesLong ? inSlices(list, key) : whole(list, key)) as never;
    },
    json(question, args) {
      if (!isLarge) return askGraph({ source, question, args }) as object;
      answer.isLarge = true;
      return new RawJson({
        key: keyOf(question, args),
        read: async () => [await inWorker<Uint8Array>('writeGraph', question, args)],
      });
    },
  };
  return network;
}
