// A client that subscribes to `inventoryChanges` and stores the changes it receives.
import { openSubscription, type Events } from './events';
import type { Caller } from './world';

export interface ReceivedChange {
  readonly kind: string;
  readonly entityId: string;
  readonly changeType: 'Added' | 'Changed' | 'Removed';
  readonly changedAt: string;
  readonly name: string;
  readonly hostId: string | null;
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  readonly event: {
    readonly eventId: string;
    readonly operation: string | null;
    readonly actor: { readonly type: string; readonly name: string | null };
  } | null;
}
interface ChangesEvent {
  readonly hasGap: boolean;
  readonly cursor: string;
  readonly changes: readonly ReceivedChange[];
}

const document = `subscription($networkId: UUID!, $kinds: [InventoryKind!], $tagIds: [UUID!], $hostId: UUID, $since: String) {
  inventoryChanges(networkId: $networkId, kinds: $kinds, tagIds: $tagIds, hostId: $hostId, since: $since) {
    hasGap cursor changes { kind entityId changeType changedAt name hostId fields { field from to }
      event { eventId operation actor { type name } } } } }`;

export class ChangeFollower {
  readonly receivedChanges: ReceivedChange[] = [];
  gaps = 0;
  constructor(
    private readonly events: Events,
    /** The cursor of the last received event. */
    public cursor = '',
  ) {}

  async receive(): Promise<ChangesEvent> {
    const answer = (await this.events.next()) as { data?: { inventoryChanges?: ChangesEvent } } | undefined;
    const event = answer?.data?.inventoryChanges;
    if (!event) throw new Error(`no event: ${JSON.stringify(answer)}`);
    this.receivedChanges.push(...event.changes);
    if (event.hasGap) this.gaps += 1;
    this.cursor = event.cursor;
    return event;
  }

  /** Receives events until a change matches. Returns all matching changes. */
  async until(matches: (change: ReceivedChange) => boolean): Promise<ReceivedChange[]> {
    for (;;) {
      const matchingChange = (await this.receive()).changes.filter(matches);
      if (matchingChange.length > 0) return matchingChange;
    }
  }

  rest(): Promise<unknown[]> {
    return this.events.rest();
  }

  leave(): void {
    this.events.leave();
  }
}

const openFollowers = new Set<ChangeFollower>();
export const openedFollowers = (): number => openFollowers.size;
/** Closes all open change followers; called at the end of a test. */
export function leaveAll(): void {
  for (const follower of openFollowers) follower.leave();
  openFollowers.clear();
}

export async function followChanges(
  url: string,
  caller: Pick<Caller, 'credential'>,
  variables: Record<string, unknown>,
): Promise<ChangeFollower> {
  const follower = new ChangeFollower(
    await openSubscription(url, document, caller.credential, variables),
    variables.since as string | undefined,
  );
  openFollowers.add(follower);
  return follower;
}
