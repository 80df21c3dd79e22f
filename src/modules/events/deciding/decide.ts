// Decides which events follow from a batch of changes. It is a pure function, but yields to the event loop in between.
import type { Batch, EventDraft, HostChange, InterfaceChange } from './batch';
import { draftsOf, settleDrafts, shortNames, shortText, type Draft } from './drafts';
import { failureGroups, type FailureGroup } from './failures';
import { isInfrastructure, linkChanges, type End, type LinkChange, type LinkMove } from './links';
import { decideOthers } from './others';
import { groupPorts, portsDown, portsUp, touchedHosts } from './ports';
import type { EventKind, EventSeverity } from './kinds';
import { mapInTurns, nextTurn } from '../../../platform/threads/event-loop';

/**
 * Hosts that were added or removed, that became silent, or that respond again, by host id. Hosts that were merged or
 * split are only in `aliases`.
 */
interface Fates {
  readonly added: ReadonlyMap<string, HostChange>;
  readonly removed: ReadonlyMap<string, HostChange>;
  readonly silent: ReadonlyMap<string, HostChange>;
  readonly back: ReadonlyMap<string, HostChange>;
  /** Ids of hosts that were merged into other hosts or split off from other hosts. */
  readonly aliases: ReadonlySet<string>;
}

interface Deciding {
  readonly batch: Batch;
  readonly draft: Draft;
  readonly fates: Fates;
  readonly nameOf: (hostId: string) => string;
  readonly endName: (end: End) => string;
  /**
   * For each host with an event of its own: how many of its links, ports and services changed with it. The event of the
   * host contains these numbers, so links, ports and services of the host get no events.
   */
  readonly absorbed: Map<string, { links: number; ports: number; services: number }>;
}

/**
 * Resolves with the events that follow from a batch, in the order of their time. A batch of 20,000 changes takes more
 * than 100 ms, so the function yields to the event loop in between.
 */
export async function decideEvents(batch: Batch): Promise<EventDraft[]> {
  await nextTurn();
  const fates = fatesOf(batch.hosts);
  const changes = new Map(batch.hosts.map((host) => [host.id, host]));
  const nameOf = (hostId: string): string => {
    const change = changes.get(hostId);
    return shortText(batch.hostFacts.get(hostId)?.name ?? (change?.after ?? change?.before)?.name ?? hostId);
  };
  const endName = ({ hostId, portId }: End): string => {
    const port = portId === null ? undefined : batch.portFacts.get(portId);
    return port ? shortText(`${nameOf(hostId)} ${port.name}`) : nameOf(hostId);
  };
  const deciding: Deciding = { batch, draft: draftsOf(batch), fates, nameOf, endName, absorbed: new Map() };
  // Links, ports and services are decided before hosts, because the event of a new, deleted or silent host counts its
  // parts.
  const links = await decideLinks(deciding);
  const ports = decidePorts(deciding);
  const services = await decideServices(deciding);
  const machines = await decideMachines(deciding);
  await nextTurn();
  const addresses = decideAddresses(deciding);
  const others = decideOthers(batch.others, deciding.draft);
  await nextTurn();
  return settleDrafts([...machines, ...addresses, ...links, ...ports, ...services, ...others]);
}

function fatesOf(hosts: readonly HostChange[]): Fates {
  const aliases = new Set(
    hosts.flatMap(({ before, after }) => [...(before?.mergedHostIds ?? []), ...(after?.mergedHostIds ?? [])]),
  );
  const among = (isOne: (host: HostChange) => boolean) =>
    new Map(hosts.filter((host) => !aliases.has(host.id) && isOne(host)).map((host) => [host.id, host]));
  return {
    aliases,
    added: among(({ before, after }) => !before && after !== null),
    removed: among(({ before, after }) => before !== null && !after),
    silent: among(({ before, after }) => !before?.missingSince && !!after?.missingSince),
    back: among(({ before, after }) => !!before?.missingSince && after !== null && !after.missingSince),
  };
}

type Part = 'links' | 'ports' | 'services';

/**
 * Adds links, ports or services to the counts of the first host in `hostIds` to which `fate` applies, such as a removed
 * host. The event of this host reports the counts, so the parts need no event of their own. Returns false if `fate`
 * applies to none of the hosts.
 */
function absorb({ fates, absorbed }: Deciding, part: Part, hostIds: Iterable<string>, fate: keyof Fates, count = 1) {
  for (const id of hostIds) {
    if (!fates[fate].has(id)) continue;
    const counts = absorbed.get(id) ?? { links: 0, ports: 0, services: 0 };
    counts[part] += count;
    absorbed.set(id, counts);
    return true;
  }
  return false;
}

const seconds = (from: string, to: Date): number => Math.max(0, Math.round((to.getTime() - Date.parse(from)) / 1_000));
const causes = (...ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

async function decideMachines(deciding: Deciding): Promise<EventDraft[]> {
  const { batch, draft, fates, nameOf, absorbed } = deciding;
  const details = (kind: EventKind, severity: EventSeverity, { id, at, auditEventId }: HostChange) => ({
    ...{ kind, severity, at, hostIds: [id], subjectIds: [id], names: [nameOf(id)] },
    causeIds: causes(auditEventId),
  });
  const added = await mapInTurns([...fates.added.values()], (host) =>
    draft({
      ...details('MachineNew', 'Info', host),
      code: 'machine_new',
      params: { host: nameOf(host.id), services: 0, links: 0, ...absorbed.get(host.id) },
    }),
  );
  const removed = await mapInTurns([...fates.removed.values()], (host) =>
    draft({ ...details('MachineGone', 'Info', host), code: 'machine_gone', params: { host: nameOf(host.id) } }),
  );
  const groupsOf = (hosts: ReadonlyMap<string, HostChange>) =>
    failureGroups(new Set(hosts.keys()), batch.links, batch.rootHostIds);
  const silent = groupsOf(fates.silent).map((group) => {
    const isGrave =
      group.dependents.length > 0 || group.causes.some((id) => isInfrastructure(batch.hostFacts.get(id)?.role));
    return draft({
      ...ofGroup(deciding, group, fates.silent),
      ...{ kind: 'MachineSilent', severity: isGrave ? 'Critical' : 'Warning' },
      code: group.dependents.length + group.causes.length > 1 ? 'machine_silent_with_others' : 'machine_silent',
    });
  });
  const back = groupsOf(fates.back).map((group) => {
    const { params, ...common } = ofGroup(deciding, group, fates.back);
    const first = fates.back.get(group.causes[0]!)!;
    const since = first.before!.missingSince!;
    return draft({
      ...{ ...common, kind: 'MachineBack', severity: 'Info' },
      code: group.dependents.length + group.causes.length > 1 ? 'machine_back_with_others' : 'machine_back',
      params: { ...params, silentSince: new Date(since).toISOString(), seconds: seconds(since, first.at) },
    });
  });
  return [...added, ...removed, ...silent, ...back];
}

/** Returns the values that the events `MachineSilent` and `MachineBack` of a group of hosts both contain. */
function ofGroup(
  { nameOf, absorbed }: Deciding,
  { causes: [first, ...more], dependents }: FailureGroup,
  hosts: ReadonlyMap<string, HostChange>,
) {
  const others = [...more, ...dependents];
  const members = [first!, ...others];
  const names = members.map(nameOf);
  const ports = members.reduce((sum, id) => sum + (absorbed.get(id)?.ports ?? 0), 0);
  return {
    at: hosts.get(first!)!.at,
    hostIds: members,
    subjectIds: members,
    names,
    count: members.length,
    params: {
      host: names[0]!,
      ...(others.length > 0 && { others: others.length, names: shortNames(names.slice(1)) }),
      ...(ports > 0 && { ports }),
    },
    causeIds: causes(...members.map((id) => hosts.get(id)!.auditEventId)),
  };
}

function decideAddresses({ batch, draft, fates, nameOf }: Deciding): EventDraft[] {
  const placeOf = ({ subnetId, ipAddress }: { subnetId: string; ipAddress: string }) => `${subnetId} ${ipAddress}`;
  const lost = new Map(
    batch.addresses.flatMap(({ before, after }) => (before && !after ? [[placeOf(before), before]] : [])),
  );
  return batch.addresses.flatMap(({ id, before, after, at, auditEventId }) => {
    const earlier = before ?? (after && lost.get(placeOf(after)));
    if (!after || !earlier || earlier.hostId === after.hostId) return [];
    // If a host was merged or split, its IP addresses have changed their host without a move, so there is no event.
    if (fates.aliases.has(earlier.hostId) || fates.aliases.has(after.hostId)) return [];
    const address = after.ipAddress;
    return draft({
      ...{ kind: 'AddressMoved', severity: 'Warning', at, code: 'address_moved', names: [address] },
      params: { address, from: nameOf(earlier.hostId), to: nameOf(after.hostId) },
      ...{ hostIds: [after.hostId, earlier.hostId], subjectIds: [id, after.hostId, earlier.hostId] },
      causeIds: causes(auditEventId),
    });
  });
}

const idsOf = (...ends: readonly End[]): string[] =>
  ends.flatMap(({ portId, hostId }) => [portId ?? [], hostId].flat());
const hostIdsOf = (...ends: readonly End[]): string[] => ends.map(({ hostId }) => hostId);

async function decideLinks(deciding: Deciding): Promise<EventDraft[]> {
  const { batch, fates } = deciding;
  const mayMove = (id: string) =>
    !isInfrastructure(batch.hostFacts.get(id)?.role) && !fates.added.has(id) && !fates.removed.has(id);
  const changes = linkChanges(batch.interfaces, batch.portFacts, mayMove);
  const events = await mapInTurns(changes, (change) =>
    'ends' in change ? decideLink(deciding, change) : decideMove(deciding, change),
  );
  return events.flat();
}

function decideLink(deciding: Deciding, { kind, ends: [from, to], at, auditEventId }: LinkChange): EventDraft[] {
  const { draft, endName, fates } = deciding;
  const hostIds = hostIdsOf(from, to);
  if (hostIds.some((id) => fates.aliases.has(id))) return [];
  const isNew = kind === 'LinkNew';
  const fatesOfOwner: readonly (keyof Fates)[] = isNew ? ['added', 'back'] : ['removed', 'silent'];
  if (fatesOfOwner.some((fate) => absorb(deciding, 'links', hostIds, fate))) return [];
  return [
    draft({
      ...{ kind, at, code: isNew ? 'link_new' : 'link_unconfirmed', severity: isNew ? 'Info' : 'Warning' },
      params: { from: endName(from), to: endName(to) },
      ...{ hostIds, subjectIds: idsOf(from, to), names: [`${endName(from)} – ${endName(to)}`] },
      causeIds: causes(auditEventId),
    }),
  ];
}

function decideMove(
  { draft, endName, fates }: Deciding,
  { kind, end, from, to, at, auditEventId }: LinkMove,
): EventDraft[] {
  const hostIds = hostIdsOf(end, to, from);
  if (hostIds.some((id) => fates.aliases.has(id))) return [];
  const isMachine = kind === 'MachineMoved';
  return [
    draft({
      ...{ kind, at, code: isMachine ? 'machine_moved' : 'link_moved', severity: isMachine ? 'Info' : 'Warning' },
      params: { host: endName(isMachine ? { ...end, portId: null } : end), from: endName(from), to: endName(to) },
      ...{ hostIds, subjectIds: isMachine ? [end.hostId, ...idsOf(to, from)] : idsOf(end, to, from) },
      ...{ names: [endName(isMachine ? { ...end, portId: null } : end)], causeIds: causes(auditEventId) },
    }),
  ];
}

function decidePorts(deciding: Deciding): EventDraft[] {
  const { batch, draft, nameOf, endName } = deciding;
  const touched = touchedHosts(batch.interfaces, batch.links);
  // Each port is absorbed on its own, before ports are grouped: a silent host does not explain the other ports of the
  // switch to which it is connected.
  const groupsOf = (ports: readonly InterfaceChange[], ...fatesOfOwner: readonly (keyof Fates)[]) => {
    const isAbsorbed = ({ id }: InterfaceChange) =>
      fatesOfOwner.some((fate) => absorb(deciding, 'ports', touched.get(id) ?? [], fate));
    return groupPorts(
      ports.filter((port) => !isAbsorbed(port)),
      batch.links,
    );
  };
  const eventOf = (kind: 'PortDown' | 'PortUp', ports: readonly InterfaceChange[]): EventDraft[] => {
    const isDown = kind === 'PortDown';
    const [first] = ports as [(typeof ports)[number]];
    const names = ports.map(({ id, after }) => endName({ hostId: after!.hostId, portId: id }));
    return [
      draft({
        ...{ kind, severity: isDown ? 'Warning' : 'Info', at: first.at, code: isDown ? 'port_down' : 'port_up' },
        params: { host: nameOf(first.after!.hostId), count: ports.length, names: shortNames(names) },
        ...{ hostIds: ports.map(({ after }) => after!.hostId), subjectIds: ports.map(({ id }) => id), names },
        ...{ count: ports.length, causeIds: causes(...ports.map(({ auditEventId }) => auditEventId)) },
      }),
    ];
  };
  return [
    ...groupsOf(portsDown(batch.interfaces), 'silent', 'removed').flatMap((group) => eventOf('PortDown', group)),
    ...groupsOf(portsUp(batch.interfaces), 'back', 'added').flatMap((group) => eventOf('PortUp', group)),
  ];
}

/** Returns one event for each host with new services, and one event for each host with removed services. */
async function decideServices(deciding: Deciding): Promise<EventDraft[]> {
  const { batch, draft, nameOf, fates } = deciding;
  const eventsOf = async (kind: 'ServiceNew' | 'ServiceGone'): Promise<EventDraft[]> => {
    const isNew = kind === 'ServiceNew';
    const changed = batch.services.flatMap(({ before, after, ...change }) =>
      (isNew ? !before : !after) ? { ...change, state: (after ?? before)! } : [],
    );
    const byHost = Map.groupBy(changed, ({ state }) => state.hostId);
    const events = await mapInTurns([...byHost], ([hostId, services]) => {
      if (fates.aliases.has(hostId)) return [];
      if (absorb(deciding, 'services', [hostId], isNew ? 'added' : 'removed', services.length)) return [];
      const names = services.map(({ state }) => shortText(state.name));
      return draft({
        ...{ kind, severity: isNew ? 'Info' : 'Warning', code: isNew ? 'service_new' : 'service_gone' },
        params: { host: nameOf(hostId), count: services.length, names: shortNames(names) },
        ...{ at: services[0]!.at, hostIds: [hostId], subjectIds: services.map(({ id }) => id), count: services.length },
        names: names.map((name) => shortText(`${nameOf(hostId)} ${name}`)),
        causeIds: causes(...services.map(({ auditEventId }) => auditEventId)),
      });
    });
    return events.flat();
  };
  return [...(await eventsOf('ServiceNew')), ...(await eventsOf('ServiceGone'))];
}
