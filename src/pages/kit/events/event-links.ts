// Finds where an event of a network can be shown: a node on the topology page, and a page about the event's subject.
import type { eventKinds } from './event-words';

type EventKind = keyof typeof eventKinds;
type View = 'L2Physical';

export interface EventSubjects {
  readonly kind: EventKind;
  readonly networkId: string;
  readonly hostIds: readonly string[];
  readonly subjectIds: readonly string[];
}

export type LinkTarget = 'host' | 'port' | 'service' | 'address' | 'check' | 'runs' | 'daemons';
export interface EventPage {
  readonly to: LinkTarget;
  readonly address: string;
}
export interface EventNode {
  /** The row to select on the topology page. If no node stands for the row, the page explains why. */
  readonly id: string;
  /** The topology view that draws the row; undefined if several views do. */
  readonly view?: View;
}

type Destination = 'gone' | LinkTarget | 'link';
const destinationOfKind: Readonly<Record<EventKind, Destination>> = {
  MachineNew: 'host',
  MachineSilent: 'host',
  MachineBack: 'host',
  MachineGone: 'gone',
  MachineMoved: 'link',
  AddressMoved: 'address',
  LinkNew: 'link',
  LinkMoved: 'link',
  LinkUnconfirmed: 'link',
  PortDown: 'port',
  PortUp: 'port',
  ServiceNew: 'service',
  ServiceGone: 'host',
  CheckFailing: 'check',
  CheckRecovered: 'check',
  RunFinished: 'runs',
  RunFailed: 'runs',
  DaemonSilent: 'daemons',
  DaemonBack: 'daemons',
};

/** The row to select on the topology page for this event; undefined if none of its rows is drawn there. */
export function nodeOfEvent({ kind, hostIds, subjectIds }: EventSubjects): EventNode | undefined {
  const destination = destinationOfKind[kind];
  const isPhysical = destination === 'link' || destination === 'port';
  const id = isPhysical ? subjectIds[0] : hostIds[0];
  if (destination === 'gone' || id === undefined) return undefined;
  return { id, ...(isPhysical && { view: 'L2Physical' }) };
}

/** The page about the event's subject. Undefined if the subject was deleted or the event has no subject. */
export function pageOfEvent({ kind, networkId, hostIds, subjectIds }: EventSubjects): EventPage | undefined {
  const [host, subject] = [hostIds[0], subjectIds[0]];
  const row = (to: LinkTarget, list: string, id: string | undefined): EventPage | undefined =>
    id === undefined ? undefined : { to, address: `/inventory/${networkId}/${list}/${id}` };
  switch (destinationOfKind[kind]) {
    case 'host':
    case 'link':
      return row('host', 'hosts', host);
    case 'port':
      return row('port', 'interfaces', subject);
    case 'service':
      return row('service', 'services', subject);
    case 'address':
      return row('address', 'ip-addresses', subject);
    case 'check':
      return subject === undefined ? undefined : { to: 'check', address: `/checks/${networkId}/${subject}` };
    case 'runs':
      return { to: 'runs', address: `/discovery/${networkId}/runs` };
    case 'daemons':
      return { to: 'daemons', address: `/discovery/${networkId}/daemons` };
    default:
      return undefined;
  }
}

/**
 * The URL for an event: the affected node on the topology page or, if there is none, the page of the event's subject.
 */
export function addressOfEvent(event: EventSubjects): string {
  const node = nodeOfEvent(event);
  if (!node) return pageOfEvent(event)?.address ?? `/topology?network=${event.networkId}`;
  return `/topology?network=${event.networkId}&view=${node.view ?? 'L2Physical'}&selected=${node.id}&reveal=${node.id}`;
}
