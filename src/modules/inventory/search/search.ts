// Searches all kinds of rows by one text. Returns the best matches of all kinds, and the number of matches.
import type { GraphqlContext } from '../../../graphql/context';
import { parseSearchText } from '../../../platform/text/search-text';
import { kindName, searchedKinds } from './search-kinds';
import { mostRanked, readMatches, searchRanks, type MatchRow } from './search.sql';

export type SearchRank = (typeof searchRanks)[number];

export interface SearchMatch extends Omit<MatchRow, 'kind' | 'rank' | 'place' | 'total'> {
  readonly kind: string;
  readonly rank: SearchRank;
}

export interface SearchAnswer {
  readonly matches: readonly SearchMatch[];
  readonly totalCount: number;
  /** Whether more rows match than `totalCount` says, because at most `mostRanked` matches of each kind are counted. */
  readonly isAtLeast: boolean;
}

export interface SearchRequest {
  readonly text: string;
  /** Names of the kinds to search; all kinds if omitted or null. */
  readonly kinds?: readonly string[] | null;
  readonly networkId?: string | null;
  readonly first: number;
}

/**
 * Resolves with the best matches for a text. For a network that the caller cannot see, only the tags of the
 * organization are searched.
 */
export async function searchEverything(
  { sql, viewer }: Pick<GraphqlContext, 'sql' | 'viewer'>,
  { text, kinds, networkId, first }: SearchRequest,
): Promise<SearchAnswer> {
  const parsedText = parseSearchText(text);
  if (!parsedText) return { matches: [], totalCount: 0, isAtLeast: false };
  const requestedKinds = searchedKinds.filter((kind) => kinds?.includes(kindName(kind)) ?? true);
  const scope = {
    networkIds: viewer.networkIds.filter((id) => networkId == null || id === networkId),
    organizationId: viewer.organizationId,
  };
  const rows = await readMatches(sql, requestedKinds, parsedText, scope, first);
  const totals = [...new Map(rows.map(({ kind, total }) => [kind, total])).values()];
  return {
    matches: rows
      .toSorted(byRelevance)
      .slice(0, first)
      .map(({ kind, rank, place: _place, total: _total, ...row }) => ({
        ...row,
        kind: kindName(requestedKinds[kind]!),
        rank: searchRanks[rank]!,
      })),
    totalCount: totals.reduce((sum, total) => sum + Math.min(total, mostRanked), 0),
    isAtLeast: totals.some((total) => total > mostRanked),
  };
}

/** Sorts by rank, then by the importance of the kind, then by the order within the kind. */
const byRelevance = (one: MatchRow, other: MatchRow): number =>
  one.rank - other.rank || one.kind - other.kind || one.place - other.place;
