// What events are decided from: the net changes of a network's rows in a period, and facts about what they name.
import type { EventCode, EventKind, EventParams, EventSeverity } from './kinds';

/** A value before and after the period; null where the row does not exist. */
interface Net<T> {
  readonly id: string;
  readonly before: T | null;
  readonly after: T | null;
  /** Time of the last change of the row in the period. */
  readonly at: Date;
  /** Id of the audit event of the last change; null if it has none. */
  readonly auditEventId: string | null;
}

export interface HostState {
  readonly name: string;
  readonly missingSince: string | null;
  readonly mergedHostIds: readonly string[];
}
/** The end of a link as its port reports it: a port, or only a host. */
export interface LinkEnd {
  readonly type: 'Interface' | 'Host';
  readonly id: string;
}
export interface InterfaceState {
  readonly name: string;
  readonly hostId: string;
  readonly operStatus: string | null;
  readonly neighbors: readonly LinkEnd[];
}
export interface AddressState {
  readonly hostId: string;
  readonly subnetId: string;
  readonly ipAddress: string;
}
export interface ServiceState {
  readonly name: string;
  readonly hostId: string;
}

export type HostChange = Net<HostState>;
export type InterfaceChange = Net<InterfaceState>;
export type AddressChange = Net<AddressState>;
export type ServiceChange = Net<ServiceState>;

export interface HostFacts {
  readonly name: string;
  readonly role: string | null;
  readonly tagIds: readonly string[];
}
/** A port that a change or a link names. */
export interface PortFacts {
  readonly hostId: string;
  readonly name: string;
}
/** A link before or after the period. `otherPortId` is null if only the other host is known. */
export interface Link {
  readonly portId: string;
  readonly hostId: string;
  readonly otherPortId: string | null;
  readonly otherHostId: string;
}

/** A verdict of a check that changed. */
export interface VerdictFact {
  readonly kind: 'CheckFailing' | 'CheckRecovered';
  /** Id of the change of the verdict. */
  readonly id: string;
  readonly at: Date;
  readonly checkId: string;
  readonly name: string;
  readonly severity: EventSeverity;
  readonly findingCount: number;
  /** Since when the check failed; null if that is not known. */
  readonly failingSince: Date | null;
}
export interface RunFact {
  readonly kind: 'RunFinished' | 'RunFailed';
  readonly id: string;
  readonly at: Date;
  readonly name: string;
  readonly hostsDiscovered: number;
  readonly error: string | null;
}
export interface DaemonFact {
  readonly kind: 'DaemonSilent' | 'DaemonBack';
  readonly id: string;
  /** When the daemon became silent or called again. */
  readonly at: Date;
  readonly name: string;
  readonly hostId: string;
  /** The last call before the silence. */
  readonly silentSince: Date;
}
export type OtherFact = VerdictFact | RunFact | DaemonFact;

export interface Batch {
  readonly hosts: readonly HostChange[];
  readonly interfaces: readonly InterfaceChange[];
  readonly addresses: readonly AddressChange[];
  readonly services: readonly ServiceChange[];
  readonly others: readonly OtherFact[];
  /** Facts about hosts that the changes name, by id. Hosts that are gone since may be missing. */
  readonly hostFacts: ReadonlyMap<string, HostFacts>;
  readonly portFacts: ReadonlyMap<string, PortFacts>;
  /** Links at the beginning and at the end of the period. Empty if no change needs them. */
  readonly links: readonly Link[];
  /** Ids of the hosts of daemons: what they cannot reach is silent. */
  readonly rootHostIds: readonly string[];
}

/** A decided event that is not stored yet. */
export interface EventDraft {
  readonly kind: EventKind;
  readonly severity: EventSeverity;
  readonly at: Date;
  readonly code: EventCode;
  readonly params: EventParams;
  /** Hosts that it is about, the first of them first in its sentence. */
  readonly hostIds: readonly string[];
  /** Rows that it is about: hosts, ports, addresses, services, checks, runs, daemons. */
  readonly subjectIds: readonly string[];
  readonly tagIds: readonly string[];
  readonly roles: readonly string[];
  /** Number of the things that the event stands for. */
  readonly count: number;
  /** Names of these things, for events that stand for many. */
  readonly names: readonly string[];
  /** Ids of the audit event, verdict changes, runs or daemons from which it follows. */
  readonly causeIds: readonly string[];
}
