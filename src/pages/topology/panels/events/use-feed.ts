// Reads the events of a network, newest first, page by page, and adds each new one as it happens.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  PageEventsDocument,
  PageNewEventsDocument,
  type NetworkEventFilter,
  type PageEventFragment,
} from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { goToSignIn } from '../../../kit/asking';
import { listen } from '../../../kit/live';
import { usePage } from '../use-page';

export type Event = PageEventFragment;

/** Number of new events after which the list is read again from its beginning, so that it stays short. */
const mostHeard = 200;

interface Listed {
  /** The events, newest first; undefined until they have been read. */
  readonly events: readonly Event[] | undefined;
  /** The position after the oldest event read so far, from which to continue; null if there are no older events. */
  readonly end: string | null;
}
const nothing: Listed = { events: undefined, end: null };

export interface Feed {
  readonly events: readonly Event[] | undefined;
  readonly problem: string;
  readonly latest: Event | undefined;
  /** Reads older events; undefined if there are none. */
  readonly readOn: (() => Promise<void>) | undefined;
}

const isNewer = (a: Event, b: Event): boolean =>
  a.createdAt === b.createdAt ? a.id > b.id : Date.parse(a.createdAt) > Date.parse(b.createdAt);

/** Merges two lists of events without duplicates, newest first. */
export function mergeEvents(some: readonly Event[], others: readonly Event[]): Event[] {
  const byId = new Map([...some, ...others].map((event) => [event.id, event]));
  return [...byId.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1));
}

const endOf = (page: { readonly hasNextPage: boolean; readonly endCursor: string | null }): string | null =>
  page.hasNextPage ? page.endCursor : null;

/** Reads the events that match the filter. With `isLive`, also receives new events. */
export function useFeed(networkId: string, filter: NetworkEventFilter, isLive: boolean): Feed {
  const page = usePage();
  const [listed, setListed] = useState(nothing);
  const [latest, setLatest] = useState<Event>();
  const [problem, setProblem] = useState('');
  const key = JSON.stringify([networkId, filter, isLive]);
  const shownKey = useRef(key);
  shownKey.current = key;

  useEffect(() => {
    let isOver = false;
    let cursor: string | null = null;
    let heard: readonly Event[] = [];
    setListed(nothing);
    setLatest(undefined);
    setProblem('');
    let lastTurn = 0;
    let hasFailed = false;
    const read = async (): Promise<void> => {
      const turn = (lastTurn += 1);
      const isLate = () => isOver || turn !== lastTurn;
      hasFailed = false;
      try {
        const { nodes, pageInfo } = (await ask(PageEventsDocument, { networkId, filter, after: null })).networkEvents;
        if (isLate()) return;
        setListed({ events: mergeEvents(heard, nodes), end: endOf(pageInfo) });
        setProblem('');
      } catch (error) {
        if (isLate()) return;
        hasFailed = true;
        setProblem(page.wordsFor(error));
      }
    };
    const stop = isLive
      ? listen(PageNewEventsDocument, () => ({ networkId, filter, since: cursor }), {
          onState: (state, why = '') => state !== 'connecting' && setProblem(why),
          onOpen() {
            // A subscription with a cursor first delivers the events since the cursor, so the list need not be read
            // again.
            if (cursor === null || hasFailed) void read();
          },
          onEvent({ newNetworkEvents: { hasGap, cursor: next, events } }) {
            cursor = next;
            const isMuch = hasGap || heard.length + events.length > mostHeard;
            heard = isMuch ? events : mergeEvents(heard, events);
            if (isMuch || hasFailed) void read();
            else
              setListed((before) =>
                before.events ? { ...before, events: mergeEvents(before.events, events) } : before,
              );
            setLatest((before) => events.at(-1) ?? before);
          },
          onSignedOut: goToSignIn,
          onGone: () => undefined,
        })
      : undefined;
    if (!isLive) void read();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [key]);

  const readOn = async () => {
    try {
      const variables = { networkId, filter, after: listed.end };
      const { nodes, pageInfo } = (await ask(PageEventsDocument, variables)).networkEvents;
      if (shownKey.current !== key) return;
      setListed(({ events = [], end }) =>
        end === listed.end ? { events: mergeEvents(events, nodes), end: endOf(pageInfo) } : { events, end },
      );
      setProblem('');
    } catch (error) {
      setProblem(page.wordsFor(error));
    }
  };
  return { events: listed.events, problem, latest, readOn: listed.end === null ? undefined : readOn };
}
