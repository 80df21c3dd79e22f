// The rows of a list: pages by cursor that read on as one list, from the start again when what is asked changes.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, errorText } from '../../kit/asking';
import { filterOf } from '../address/filters';
import { sortOf, type Place } from '../address/place';
import type { Kind, Row } from '../address/kinds-by-list';

/** Rows of a page. */
export const pageRows = 100;

export interface Rows {
  readonly rows: readonly Row[];
  /** Undefined: not answered yet. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly problem: string | null;
  /** Reads the next page; while one is on its way it does nothing. */
  readonly more: () => void;
  readonly reload: () => void;
}

interface Loaded {
  readonly key: string;
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The variables of a list but for its pages. */
export function listVariables(place: Place, kind: Kind, columns: readonly string[]) {
  const sort = sortOf(place);
  return {
    ...(kind.isInNetwork && place.networkId && { networkId: place.networkId }),
    filter: filterOf(kind, place.search, place.clauses),
    orderBy: sort && [{ field: sort.field, direction: sort.isDescending ? 'desc' : 'asc' }],
    ...Object.fromEntries(columns.map((name) => [`with${upperFirst(name)}`, true])),
  };
}

/** What the list had when it was left, for who comes back to it. */
let lastLoaded: Loaded | undefined;

export function useRows(place: Place, kind: Kind, columns: readonly string[], isReturning: boolean): Rows {
  const variables = listVariables(place, kind, columns);
  const at = kind.hasPast ? place.at : null;
  const key = JSON.stringify([kind.list, at, variables]);
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => (isReturning ? lastLoaded : undefined));
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const running = useRef<AbortController>(undefined);

  const read = useCallback(
    async (before: Loaded | undefined) => {
      running.current?.abort();
      const controller = (running.current = new AbortController());
      setLoading(true);
      try {
        const asked = { ...variables, first: pageRows, after: before?.cursor ?? null, withTotal: !before };
        const { list } = await ask(kind.listDocument, asked, { at, signal: controller.signal });
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
    if (!isCurrent) void read(undefined);
    return () => running.current?.abort();
  }, [read]);
  return {
    // Rows of the same kind stay until the new ones are here.
    rows: loaded && (isCurrent || loaded.key.startsWith(`["${kind.list}",`)) ? loaded.rows : [],
    total: isCurrent ? loaded.total : undefined,
    hasMore: isCurrent && loaded.hasMore,
    isLoading,
    problem,
    more: () => {
      if (isCurrent && loaded.hasMore && !running.current && problem === null) void read(loaded);
    },
    reload: () => void read(undefined),
  };
}
