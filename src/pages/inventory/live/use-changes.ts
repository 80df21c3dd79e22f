// Subscribes to changes of a network while the page shows the present and is visible.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  InventoryLiveChangesDocument,
  type InventoryKind,
  type InventoryLiveChangesSubscription,
} from '../../../generated/inventory-operations';
import { goToSignIn } from '../../kit/asking';
import { listen, type LiveState } from '../../kit/live';

type ChangesEvent = InventoryLiveChangesSubscription['inventoryChanges'];

export interface Subject {
  readonly networkId: string;
  /** The kinds of rows whose changes are reported; null for all kinds. */
  readonly kinds: readonly string[] | null;
  /** If set, only changes of this host and of rows that belong to the host are reported. */
  readonly hostId?: string;
}

export interface RowChanges {
  /** Ids of the rows that have changed. */
  readonly ids: ReadonlySet<string>;
  /** Whether changes may have been missed, so that all rows must be read again. */
  readonly hasGap: boolean;
}

/**
 * Changes are collected for this number of milliseconds before they are reported, because a discovery run causes many
 * events.
 */
const collectMs = 500;

interface Listener {
  /** Called when the subscription is open. Rows that were read before may be outdated, so they should be read again. */
  onBegin(): void;
  /** Called with the changes that were collected for `collectMs`. */
  onChanges(changes: RowChanges): void;
}

/**
 * Subscribes to changes of rows, unless `subject` is null, and returns the state of the subscription. Changes made
 * while the page is hidden are reported when it becomes visible.
 */
export function useChanges(subject: Subject | null, listener: Listener): LiveState | null {
  const [state, setState] = useState<LiveState | null>(null);
  const current = useRef(listener);
  current.current = listener;
  const key = subject && JSON.stringify(subject);
  useEffect(() => {
    if (!subject) return setState(null);
    const { networkId, kinds, hostId = null } = subject;
    let cursor: string | null = null;
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [ids, hasGap] = [new Set<string>(), false];
    const report = () => {
      timer = undefined;
      const changes = { ids, hasGap };
      [ids, hasGap] = [new Set(), false];
      current.current.onChanges(changes);
    };
    const onEvent = ({ inventoryChanges: event }: { inventoryChanges: ChangesEvent }) => {
      if (cursor === null) current.current.onBegin();
      cursor = event.cursor;
      hasGap ||= event.hasGap;
      for (const { entityId } of event.changes) ids.add(entityId);
      if (hasGap || ids.size > 0) timer ??= setTimeout(report, collectMs);
    };
    const follow = () => {
      stop?.();
      stop = undefined;
      if (document.hidden) return;
      const variables = () => ({ networkId, kinds: kinds as InventoryKind[] | null, hostId, since: cursor });
      stop = listen(InventoryLiveChangesDocument, variables, {
        onState: setState,
        onSignedOut: goToSignIn,
        // Show nothing: the session has ended or the network is no longer visible, and the page's next request reports
        // that.
        onGone: () => setState(null),
        onEvent,
      });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      stop?.();
    };
  }, [key]);
  return state;
}
