// Lists all rows of a network as JSON in the form of REST, with the inventory of the same moment. Concurrent callers
// share one read.
import { nextTurn, createRoom } from '../../../platform/threads/event-loop';
import type { GraphqlContext } from '../../../graphql/context';
import { listedKinds, type ListedKind } from '../../../graphql/listed-rows';
import { sizedCache, singleFlight } from '../../../platform/threads/bounded-cache';
import { stateAlone, type NetworkState } from './network-states';
import { readPresentToken } from './network-inventory.sql';

/**
 * A list of rows as pieces of JSON; null if the rows at the requested instant are unknown, because they have no
 * history.
 */
type ListText = readonly Uint8Array[] | null;

export interface NetworkLists {
  /** Cache key of the rows of a network. Equal keys mean equal JSON. */
  readonly key: string;
  readonly texts: ReadonlyMap<ListedKind, ListText>;
}
interface ListedNetwork {
  readonly state: NetworkState;
  readonly lists: NetworkLists;
}

const keptBytes = 128_000_000;
/**
 * Limits the reads to two networks at a time, because each read occupies a database connection. Organizations take
 * turns.
 */
const enter = createRoom(2);

const cachedNetworks = sizedCache<ListedNetwork>(keptBytes, ({ lists }) => bytesOf(lists));
const reading = singleFlight<ListedNetwork | undefined>();

const bytesOf = ({ texts }: NetworkLists): number =>
  [...texts.values()].flatMap((text) => text ?? []).reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * All rows of a network; undefined if the viewer may not read the network. The database checks the viewer's access on
 * every call, even if the network is cached.
 */
export async function listNetwork(context: GraphqlContext, networkId: string): Promise<ListedNetwork | undefined> {
  const key = await keyOf(context, networkId);
  if (key === undefined) return undefined;
  return cachedNetworks.get(key) ?? reading(key, () => readNetwork(context, networkId));
}

/**
 * Cache key of a network's rows. It includes the current change token, because rows without history can change even for
 * a past instant.
 */
async function keyOf({ sql, at }: GraphqlContext, networkId: string): Promise<string | undefined> {
  const token = await readPresentToken(sql, networkId);
  return token && [networkId, at?.toISOString() ?? 'now', token].join(' ');
}

async function readNetwork(context: GraphqlContext, networkId: string): Promise<ListedNetwork | undefined> {
  const leave = await enter(context.payer);
  try {
    return await context.atOneMoment(async (context) => {
      const [key, state] = [await keyOf(context, networkId), await stateAlone(context, networkId)];
      if (key === undefined || state === undefined) return undefined;
      const texts = new Map<ListedKind, ListText>();
      for (const kind of Object.keys(listedKinds) as ListedKind[])
        // Neighbor records have no history, so they are unknown at a past instant.
        texts.set(kind, kind === 'neighbours' && context.at ? null : await textOf(context, kind, networkId));
      const listedNetwork = { state, lists: { key, texts } };
      cachedNetworks.set(key, listedNetwork);
      return listedNetwork;
    });
  } finally {
    leave();
  }
}

async function textOf(context: GraphqlContext, kind: ListedKind, networkId: string): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let isEmpty = true;
  for await (const rows of context.listedRows(kind, networkId, context)) {
    if (rows.length === 0) continue;
    pieces.push(Buffer.from(`${isEmpty ? '[' : ','}${JSON.stringify(rows).slice(1, -1)}`));
    isEmpty = false;
    await nextTurn();
  }
  return [...pieces, Buffer.from(isEmpty ? '[]' : ']')];
}
