// Finds out what has changed since a list was read: changes of the listed rows, and changed rows that now match the
// list's filter.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../kit/asking';
import type { LiveState } from '../../kit/live';
import { buildFilter } from '../address/filters';
import type { Kind } from '../address/kinds-by-list';
import type { Place } from '../address/place';
import type { Rows } from '../rows/use-rows';
import { useChanges } from './use-changes';

/**
 * For at most this many changed rows, the page asks the API which of them belong in the list. Above that number, the
 * notice says only that the list has changed.
 */
const mostCompared = 100;

export interface ListChanges {
  /** Changed rows that belong in the list; null if the page does not know which rows have changed. */
  readonly ids: ReadonlySet<string> | null;
  readonly state: LiveState | null;
  /** Reads the list again, so that the list shows the changed rows. */
  readonly show: () => void;
  /** Tells the page which rows the user is about to change, so that it does not announce the user's own changes. */
  readonly expect: (ids: Iterable<string>) => void;
  /** Changed rows to highlight, after the user has clicked to show the changes. */
  readonly shownIds: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

async function matchingIds(place: Place, kind: Kind, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const filter = buildFilter(kind, place.search, place.clauses);
  const isChanged = { id: { in: [...ids] } };
  const { list } = await ask(kind.listDocument, {
    ...(kind.isInNetwork && place.networkId && { networkId: place.networkId }),
    ...{ first: mostCompared, after: null, orderBy: null, withTotal: false },
    filter: filter ? { and: [filter, isChanged] } : isChanged,
  });
  return new Set(list.nodes.map(({ id }) => id));
}

/** Watches a list for changes. `list` contains the listed rows and the function that reads the list again. */
export function useListChanges(place: Place, kind: Kind, list: Pick<Rows, 'rows' | 'refresh'>): ListChanges {
  const [changedIds, setChangedIds] = useState<ReadonlySet<string> | null>(none);
  const [shownIds, setShownIds] = useState(none);
  const pending = useRef({ ids: new Set<string>(), isUnknown: false, turn: 0 });
  const expected = useRef(none);
  const current = useRef(list);
  current.current = list;
  const { networkId, at, search, clauses, since } = place;
  const key = JSON.stringify([networkId, at, search, clauses, since]);
  const forget = () => {
    pending.current = { ids: new Set(), isUnknown: false, turn: 0 };
    setChangedIds(none);
  };
  useEffect(() => {
    forget();
    setShownIds(none);
  }, [key]);
  const isLive = kind.isCompared && at === null && networkId !== null;
  const state = useChanges(isLive ? { networkId, kinds: [kind.historyKind!] } : null, {
    onBegin: () => current.current.refresh(),
    onChanges({ ids, hasGap }) {
      const changes = pending.current;
      const others = [...ids].filter((id) => !expected.current.has(id));
      for (const id of others) changes.ids.add(id);
      if (others.length < ids.size) current.current.refresh();
      if (others.length === 0 && !hasGap) return;
      changes.isUnknown ||= hasGap || changes.ids.size > mostCompared;
      const turn = (changes.turn += 1);
      const isLast = () => pending.current === changes && changes.turn === turn;
      if (changes.isUnknown) return setChangedIds(null);
      matchingIds(place, kind, changes.ids).then(
        (matching) => {
          if (!isLast()) return;
          const listedIds = new Set(current.current.rows.map(({ id }) => id));
          setChangedIds(new Set([...changes.ids].filter((id) => matching.has(id) || listedIds.has(id))));
        },
        () => isLast() && setChangedIds(null),
      );
    },
  });
  const show = () => {
    setShownIds(changedIds ?? none);
    forget();
    current.current.refresh();
  };
  const expect = (ids: Iterable<string>) => {
    expected.current = new Set(ids);
  };
  return { ids: changedIds, state, show, expect, shownIds };
}
