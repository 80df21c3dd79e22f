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

/** Input and output errors per hour; null if one of both rates is not known. */
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
  /** Instant of the state (ISO 8601). */
  readonly at: string;
  readonly texts: FactTexts;
  /** The cables at instants that rules name, by instant. */
  readonly baselines: Readonly<Record<string, readonly CableFacts[]>>;
}

/** Maximum number of characters of the lists that are compared with those of the next state of their network. */
const comparedCharacters = 64_000_000;
const lastLists = sizedCache<{ readonly text: string; readonly rows: readonly unknown[] }>(
  comparedCharacters,
  ({ text }) => text.length,
);

/** The rows of a list. If the last state of the network had the same list, they are the same objects. */
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

/** The facts of a network from its inventory and the lists that were read with it. */
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
