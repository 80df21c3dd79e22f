// The facts of a network for its checks: parses the texts that the database sent, and computes rates of errors. A pure
// function, which worker threads run.
import { sizedCache } from '../../../../platform/threads/bounded-cache';
import { computeRates, type CounterReading } from '../../../inventory';
import type { Inventory } from '../../graph/inventory';
import type { CableFacts, HostFacts, NetworkFacts, PortFacts } from '../../judging/facts';
import type { FactTexts } from './network-facts.sql';

interface StoredCounters {
  readonly readAt: string;
  readonly latest: CounterReading;
  readonly previousReadAt: string;
  readonly previous: CounterReading;
}
type StoredPort = Omit<PortFacts, 'errorsPerHour'> & { readonly counters: StoredCounters | null };

/**
 * Input and output errors of a port per hour; null if the rate of input errors or the rate of output errors is unknown.
 */
function errorsPerHour({ counters, speedBps }: StoredPort): number | null {
  if (!counters) return null;
  const { readAt, latest, previousReadAt, previous } = counters;
  const rates = computeRates(
    { readAt: new Date(previousReadAt), reading: previous },
    { readAt: new Date(readAt), reading: latest },
    speedBps === null ? null : BigInt(speedBps),
  );
  if (rates?.inErrors == null || rates.outErrors == null) return null;
  return (rates.inErrors + rates.outErrors) * 3_600;
}

export interface ReadFacts {
  readonly networkId: string;
  /** Instant of the network state to which the facts belong (ISO 8601). */
  readonly at: string;
  readonly texts: FactTexts;
  /** The cables of the network at each baseline instant that a rule names, by instant (ISO 8601). */
  readonly baselines: Readonly<Record<string, readonly CableFacts[]>>;
}

/**
 * Maximum size of the cache of parsed lists, in characters. A list that is unchanged in the next state of the network
 * is not parsed again.
 */
const comparedCharacters = 64_000_000;
const lastLists = sizedCache<{ readonly text: string; readonly rows: readonly unknown[] }>(
  comparedCharacters,
  ({ text }) => text.length,
);

/**
 * The rows of one list. If its text is the same as in the last state of the network, returns the same array, so that
 * verdicts computed from it can be reused.
 */
function sharedRows<Row, Made>(
  { networkId, texts }: Pick<ReadFacts, 'networkId' | 'texts'>,
  name: string,
  toRow: (row: Row) => Made,
): readonly Made[] {
  const [place, text] = [`${networkId} ${name}`, texts[name]!];
  const last = lastLists.get(place);
  const rows = last?.text === text ? last.rows : (JSON.parse(text) as readonly Row[]).map(toRow);
  lastLists.set(place, { text, rows });
  return rows as readonly Made[];
}

/** The data by which the checks of a network are judged: its inventory, and the lists that were read with it. */
export function toNetworkFacts(inventory: Inventory, read: ReadFacts): NetworkFacts {
  const listOf = <Row>(name: string) => sharedRows(read, name, (row: Row) => row);
  return {
    at: read.at,
    inventory,
    hosts: listOf<HostFacts>('hosts'),
    certificates: listOf('certificates'),
    ports: sharedRows(read, 'ports', ({ counters, ...port }: StoredPort): PortFacts => ({
      ...port,
      errorsPerHour: errorsPerHour({ counters, ...port }),
    })),
    subnets: listOf('subnets'),
    virtualAddresses: listOf('virtualAddresses'),
    nextHops: listOf('nextHops'),
    reservations: listOf('reservations'),
    answeringForOthersIds: sharedRows(read, 'answeringForOthers', ({ id }: { readonly id: string }) => id),
    baselines: new Map(Object.entries(read.baselines)),
  };
}
