// Builds batches of inventory changes for tests of `decideEvents`, which turns a batch into events.
import type {
  Batch,
  HostChange,
  HostState,
  InterfaceChange,
  InterfaceState,
  Link,
  LinkEnd,
  ServiceChange,
} from '../../../src/modules/events/deciding/batch';

export const at = new Date('2026-01-02T03:00:00.000Z');
const missingSince = '2026-01-02T01:00:00.000Z';

const hostState = (id: string, more: Partial<HostState> = {}): HostState => ({
  ...{ name: id.toUpperCase(), missingSince: null, mergedHostIds: [] },
  ...more,
});
const net = { at, auditEventId: 'cause' };
const changed = (id: string, before: HostState | null, after: HostState | null): HostChange => ({
  ...{ ...net, id, before, after },
});
export const added = (id: string): HostChange => changed(id, null, hostState(id));
export const removed = (id: string): HostChange => changed(id, hostState(id), null);
export const silent = (id: string): HostChange => changed(id, hostState(id), hostState(id, { missingSince }));
export const back = (id: string): HostChange => changed(id, hostState(id, { missingSince }), hostState(id));
export const merged = (id: string, into: string): HostChange[] => [
  removed(id),
  changed(into, hostState(into), hostState(into, { mergedHostIds: [id] })),
];

/** The id of a port's host. Ids of ports have the form `host/name`. */
const hostOf = (portId: string): string => portId.split('/')[0]!;
export const port = (id: string, before: Partial<InterfaceState>, after: Partial<InterfaceState>): InterfaceChange => {
  const state = { name: id.split('/')[1]!, hostId: hostOf(id), operStatus: 'Up', aggregateId: null, neighbors: [] };
  return { ...net, id, before: { ...state, ...before }, after: { ...state, ...after } };
};
export const down = (id: string): InterfaceChange => port(id, {}, { operStatus: 'Down' });
export const up = (id: string): InterfaceChange => port(id, { operStatus: 'Down' }, {});
const end = (id: string): LinkEnd => ({ type: id.includes('/') ? 'Interface' : 'Host', id });
/** A change of a port's links: `before` and `after` are the ids of the ports or hosts at the other ends. */
export const linked = (id: string, before: readonly string[], after: readonly string[]): InterfaceChange =>
  port(id, { neighbors: before.map(end) }, { neighbors: after.map(end) });
export const service = (hostId: string, name: string, isNew: boolean): ServiceChange => {
  const state = { hostId, name };
  return { ...net, id: `${hostId} ${name}`, before: isNew ? null : state, after: isNew ? state : null };
};

/** A link between a port and another port or a host. */
export const link = (portId: string, other: string): Link => ({
  ...{ portId, hostId: hostOf(portId), otherHostId: hostOf(other) },
  otherPortId: other.includes('/') ? other : null,
});

/** A batch of changes and links, with a name for every host and port in them. `roles` maps host ids to roles. */
export function batch(parts: Partial<Batch>, roles: Readonly<Record<string, string>> = {}): Batch {
  const { hosts = [], interfaces = [], services = [], addresses = [], links = [] } = parts;
  const ends = interfaces.flatMap(({ before, after }) => [...(before?.neighbors ?? []), ...(after?.neighbors ?? [])]);
  const portIds = [...interfaces.map(({ id }) => id), ...ends.filter(({ id }) => id.includes('/')).map(({ id }) => id)];
  const hostIds = [
    ...[...hosts, ...services.flatMap(({ before, after }) => [before, after])].map((one) =>
      one === null ? '' : 'hostId' in one ? one.hostId : one.id,
    ),
    ...addresses.flatMap(({ before, after }) => [before?.hostId ?? '', after?.hostId ?? '']),
    ...links.flatMap(({ hostId, otherHostId }) => [hostId, otherHostId]),
    ...[...portIds, ...ends.map(({ id }) => id)].map(hostOf),
  ];
  return {
    ...{ hosts, interfaces, services, addresses, links, others: [], rootHostIds: [] },
    portFacts: new Map(portIds.map((id) => [id, { hostId: hostOf(id), name: id.split('/')[1]! }])),
    hostFacts: new Map(
      hostIds
        .filter((id) => id !== '')
        .map((id) => [id, { name: id.toUpperCase(), role: roles[id] ?? null, tagIds: [`tag of ${id}`] }]),
    ),
    ...parts,
  };
}
