// Reads the rows of a list page by page, by cursor. If the filter, order, columns or instant changes, the list is read
// again from the first page.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, errorText } from '../../kit/asking';
import { buildFilter } from '../address/filters';
import { shownSort, type Place } from '../address/place';
import type { Kind, Row } from '../address/kinds-by-list';

/** Number of rows per request. */
export const pageRows = 100;
/** Maximum number of rows that are read again in one request when the list is refreshed. */
const mostRefreshed = 1_000;

export interface Rows {
  readonly rows: readonly Row[];
  /** The number of rows that match the filter; undefined while loading. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly problem: string | null;
  /** Reads the next page. Does nothing while a page is being read. */
  readonly more: () => void;
  readonly reload: () => void;
  /** Reads the loaded rows again. The rows loaded before stay visible until the response arrives. */
  readonly refresh: () => void;
}

interface Loaded {
  readonly key: string;
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export function listVariables(place: Place, kind: Kind, columns: readonly string[], ids: readonly string[] | null) {
  const sort = shownSort(place);
  const filter = buildFilter(kind, place.search, place.clauses);
  const isOneOf = ids && { id: { in: ids } };
  return {
    ...(kind.isInNetwork && place.networkId && { networkId: place.networkId }),
    filter: filter && isOneOf ? { and: [filter, isOneOf] } : (filter ?? isOneOf),
    orderBy: sort && [{ field: sort.field, direction: sort.isDescending ? 'desc' : 'asc' }],
    ...Object.fromEntries(columns.map((name) => [`with${upperFirst(name)}`, true])),
  };
}

/** The rows of the last list, for the user's return to this list with the Back button. */
let lastLoaded: Loaded | undefined;

/** Discards the stored rows of the last list. To be called after a change of rows, so that the list is read again. */
export function forgetRows(): void {
  lastLoaded = undefined;
}

interface RowsOptions {
  readonly columns: readonly string[];
  readonly isReturning: boolean;
  /** Restricts the list to these rows; null for no restriction. Undefined while loading: the list then waits. */
  readonly ids: readonly string[] | null | undefined;
}

export function useRows(place: Place, kind: Kind, { columns, isReturning, ids }: RowsOptions): Rows {
  const isAwaited = ids === undefined;
  const variables = listVariables(place, kind, columns, ids ?? null);
  const at = kind.hasPast ? place.at : null;
  const subject = JSON.stringify([kind.list, at, kind.isInNetwork ? place.networkId : null]);
  const key = `${subject} ${JSON.stringify([variables, isAwaited])}`;
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => (isReturning ? lastLoaded : undefined));
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const running = useRef<AbortController>(undefined);

  const read = useCallback(
    async (before: Loaded | undefined, first = pageRows) => {
      running.current?.abort();
      const controller = (running.current = new AbortController());
      setLoading(true);
      try {
        const pageVariables = { ...variables, first, after: before?.cursor ?? null, withTotal: !before };
        const { list } = await ask(kind.listDocument, pageVariables, { at, signal: controller.signal });
        if (controller.signal.aborted) return;
        const next: Loaded = {
          key,
          rows: [...(before?.rows ?? []), ...list.nodes],
          total: before ? before.total : list.totalCount,
          cursor: list.pageInfo.endCursor,
          hasMore: list.pageInfo.hasNextPage,
        };
        lastLoaded = next;
        setLoaded(next);
        setProblem(null);
      } catch (error) {
        if (!controller.signal.aborted) setProblem(errorText(error));
      }
      if (running.current === controller) {
        running.current = undefined;
        setLoading(false);
      }
    },
    [key],
  );
  const isCurrent = loaded?.key === key;
  useEffect(() => {
    if (!isCurrent && !isAwaited) void read(undefined);
    return () => running.current?.abort();
  }, [read]);
  return {
    // After a change of filter or order, the old rows stay visible until the new rows arrive. Rows of another instant or
    // network do not, because the heading names the new one.
    rows: loaded && (isCurrent || loaded.key.startsWith(`${subject} `)) ? loaded.rows : [],
    total: isCurrent ? loaded.total : undefined,
    hasMore: isCurrent && loaded.hasMore,
    isLoading: isLoading || isAwaited,
    problem,
    more: () => {
      if (isCurrent && loaded.hasMore && !running.current && problem === null) void read(loaded);
    },
    reload: () => void read(undefined),
    refresh: () => {
      const pages = isCurrent ? Math.ceil(loaded.rows.length / pageRows) : 1;
      if (!isAwaited) void read(undefined, Math.min(Math.max(pages, 1) * pageRows, mostRefreshed));
    },
  };
}
