// Types for deciding about events. The input is the changes of a network's rows in a period, and data about these rows;
// the output is drafts of events.
import type { EventCode, EventKind, EventParams, EventSeverity } from './kinds';

/**
 * The net change of a row in the period for which events are decided: its state before and after the period. A state is
 * null if the row did not exist at that time.
 */
interface Net<T> {
  readonly id: string;
  readonly before: T | null;
  readonly after: T | null;
  /** Time of the last change of the row in the period. */
  readonly at: Date;
  /** Id of the audit event of the last change; null if the last change has no audit event. */
  readonly auditEventId: string | null;
}

export interface HostState {
  readonly name: string;
  readonly missingSince: string | null;
  readonly mergedHostIds: readonly string[];
}
/** The far end of a link, as a port reports it: a port, or a host if the port is unknown. */
export interface LinkEnd {
  readonly type: 'Interface' | 'Host';
  readonly id: string;
}
export interface InterfaceState {
  readonly name: string;
  readonly hostId: string;
  readonly operStatus: string | null;
  /** Id of the aggregate of which the port is a member (IEEE 802.1AX); null for none. */
  readonly aggregateId: string | null;
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
/**
 * A link that existed at the beginning or end of the period. `otherPortId` is null if only the host at the other end is
 * known.
 */
export interface Link {
  readonly portId: string;
  readonly hostId: string;
  readonly otherPortId: string | null;
  readonly otherHostId: string;
}

/** A change of a check's verdict. */
export interface VerdictFact {
  readonly kind: 'CheckFailing' | 'CheckRecovered';
  /** Id of the row that records the change of the verdict. */
  readonly id: string;
  readonly at: Date;
  readonly checkId: string;
  readonly name: string;
  readonly severity: EventSeverity;
  readonly findingCount: number;
  /**
   * Time at which the check began to fail. If the check has recovered: when its last failure began. Null if unknown.
   */
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
  /** Time at which the daemon became silent or called again. */
  readonly at: Date;
  readonly name: string;
  readonly hostId: string;
  /** Time of the daemon's last call before the silence. */
  readonly silentSince: Date;
}
export type OtherFact = VerdictFact | RunFact | DaemonFact;

export interface Batch {
  readonly hosts: readonly HostChange[];
  readonly interfaces: readonly InterfaceChange[];
  readonly addresses: readonly AddressChange[];
  readonly services: readonly ServiceChange[];
  readonly others: readonly OtherFact[];
  /** Data about the hosts to which the changes refer, by host id. Deleted hosts may be missing. */
  readonly hostFacts: ReadonlyMap<string, HostFacts>;
  readonly portFacts: ReadonlyMap<string, PortFacts>;
  /**
   * Links at the beginning and at the end of the period. Empty if links are not needed to decide which events follow
   * from the changes.
   */
  readonly links: readonly Link[];
  /** Ids of the hosts on which daemons run. A host counts as reachable if links lead from one of these hosts to it. */
  readonly rootHostIds: readonly string[];
}

/** A new event, before it is stored. */
export interface EventDraft {
  readonly kind: EventKind;
  readonly severity: EventSeverity;
  readonly at: Date;
  readonly code: EventCode;
  readonly params: EventParams;
  /**
   * Ids of the hosts that the event is about. If something moved between hosts, the new host comes before the former
   * host.
   */
  readonly hostIds: readonly string[];
  /** Ids of the rows that the event is about: hosts, ports, IP addresses, services, checks, runs, daemons. */
  readonly subjectIds: readonly string[];
  readonly tagIds: readonly string[];
  readonly roles: readonly string[];
  /** Number of hosts, ports or other objects that the event is about, such as ports that went down together. */
  readonly count: number;
  /** Names of the objects that `count` counts. */
  readonly names: readonly string[];
  /** Ids of the audit events, verdict changes, runs or daemons that caused the event. */
  readonly causeIds: readonly string[];
}
