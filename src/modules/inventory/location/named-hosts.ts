// Finds the hosts that a text names, by id, by name, or by any text that the search can find.
import type { Prisma } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { parseSearchText } from '../../../platform/text/search-text';
import { isUuid, unicodeForms } from '../../../platform/text/validation';
import { searchEverything, type SearchMatch } from '../search/search';

/** Maximum number of hosts that a text may name. With more hosts the text is too ambiguous. */
export const mostNamed = 20;
/** Maximum number of search results that are considered, the best first. */
export const mostConsidered = 100;

export interface NamedHosts {
  /** Ids of at most 20 hosts. */
  readonly hostIds: readonly string[];
  readonly hostCount: number;
}

type Db = GraphqlContext['db'];

/** Hosts that meet a condition, by id. */
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
 * Finds hosts in this order, and stops at the first step that finds any: the host with this id; hosts with exactly this
 * name; hosts with this name in another case; hosts with another text that is equal, such as a serial number; hosts
 * that the search finds.
 */
export async function namedHosts(
  { db, sql, viewer }: Pick<GraphqlContext, 'db' | 'sql' | 'viewer'>,
  networkId: string,
  text: string,
): Promise<NamedHosts> {
  const identified = isUuid(text) ? await listHosts(db, networkId, { id: text }) : undefined;
  if (identified && identified.hostCount > 0) return identified;
  const forms = { in: unicodeForms(text) };
  const named = await listHosts(db, networkId, { OR: [{ name: forms }, { hostname: forms }] });
  if (named.hostCount > 0) return named;
  // Names of ports do not name a host, so ports are not searched.
  const kinds = ['Host', 'Service', 'IPAddress', ...(parseSearchText(text)?.mac ? ['Interface'] : [])];
  const { matches } = await searchEverything({ sql, viewer }, { text, kinds, networkId, first: mostConsidered });
  const usable = matches.filter(({ kind, field }) => kind !== 'Interface' || field === 'macAddress');
  const equal = usable.filter(({ kind, rank }) => kind === 'Host' && rank === 'Exact');
  const equalNames = equal.filter(({ field }) => field === 'name' || field === 'hostname');
  const best = [equalNames, equal, usable].find(({ length }) => length > 0) ?? [];
  const hostIds = [...new Set(best.flatMap(hostIdOf))];
  return { hostIds: hostIds.slice(0, mostNamed), hostCount: hostIds.length };
}

const hostIdOf = ({ kind, id, hostId }: SearchMatch): string | readonly string[] =>
  kind === 'Host' ? id : (hostId ?? []);
