// Finds the hosts that a text names: by id, by name, or by any value that the search compares, such as a serial number.
import type { Prisma } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { parseSearchText } from '../../../platform/text/search-text';
import { isUuid, unicodeForms } from '../../../platform/text/validation';
import { searchEverything, type SearchMatch } from '../search/search';

/** Maximum number of hosts that a text may name. A text that names more hosts is too ambiguous. */
export const mostNamed = 20;
/** Maximum number of search results that are considered, the best first. */
export const mostConsidered = 100;

export interface NamedHosts {
  /** Ids of the hosts that the text names, at most 20. */
  readonly hostIds: readonly string[];
  readonly hostCount: number;
}

type Db = GraphqlContext['db'];

/** Resolves with the hosts that meet a condition, ordered by id. */
export async function listHosts(db: Db, networkId: string, where: Prisma.HostWhereInput): Promise<NamedHosts> {
  const condition = { networkId, ...where };
  const rows = await db.host.findMany({
    where: condition,
    select: { id: true },
    orderBy: [{ id: 'asc' }],
    take: mostNamed,
  });
  const hostCount = rows.length < mostNamed ? rows.length : await db.host.count({ where: condition });
  return { hostIds: rows.map(({ id }) => id), hostCount };
}

/**
 * Resolves with the hosts that the text names, by the first of these steps that finds a host: the id; the exact name;
 * the name, ignoring case; any equal value, such as a serial number; the search.
 */
export async function namedHosts(
  { db, sql, viewer }: Pick<GraphqlContext, 'db' | 'sql' | 'viewer'>,
  networkId: string,
  text: string,
): Promise<NamedHosts> {
  const identified = isUuid(text) ? await listHosts(db, networkId, { id: text }) : undefined;
  if (identified && identified.hostCount > 0) return identified;
  const forms = { in: unicodeForms(text) };
  const hostsByName = await listHosts(db, networkId, { OR: [{ name: forms }, { hostname: forms }] });
  if (hostsByName.hostCount > 0) return hostsByName;
  // Names of ports do not identify a host, so ports are searched only for a MAC address.
  const kinds = ['Host', 'Service', 'IPAddress', ...(parseSearchText(text)?.mac ? ['Interface'] : [])];
  const { matches } = await searchEverything({ sql, viewer }, { text, kinds, networkId, first: mostConsidered });
  // Matches of a host's location (sysLocation) are excluded, because many machines can have the same location.
  const usable = matches.filter(({ kind, field }) =>
    kind === 'Interface' ? field === 'macAddress' : field !== 'sysLocation',
  );
  const equal = usable.filter(({ kind, rank }) => kind === 'Host' && rank === 'Exact');
  const equalNames = equal.filter(({ field }) => field === 'name' || field === 'hostname');
  const best = [equalNames, equal, usable].find(({ length }) => length > 0) ?? [];
  const hostIds = [...new Set(best.flatMap(hostIdOf))];
  return { hostIds: hostIds.slice(0, mostNamed), hostCount: hostIds.length };
}

const hostIdOf = ({ kind, id, hostId }: SearchMatch): string | readonly string[] =>
  kind === 'Host' ? id : (hostId ?? []);
