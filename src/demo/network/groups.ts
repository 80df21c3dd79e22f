// Groups of the demo: either of services, or of bindings in the order in which a request passes them.
import type { BindingRow, HostDraft, ServiceRow } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { NetworkRows } from './rows';
import type { TagName } from './tags';

type Group = NetworkRows['groups'][number];

export interface GroupSpec {
  readonly name: string;
  readonly type: Group['groupType'];
  readonly color: Group['color'];
  readonly description?: string;
  readonly edgeStyle?: Group['edgeStyle'];
  readonly tags?: readonly TagName[];
}

/** Adds a group, unless it would have fewer than two members. */
export function addGroup(
  network: NetworkDraft,
  spec: GroupSpec,
  members: { services: readonly (ServiceRow | undefined)[] } | { bindings: readonly (BindingRow | undefined)[] },
): void {
  const memberType = 'services' in members ? 'Services' : 'Bindings';
  const all = 'services' in members ? members.services : members.bindings;
  const ids = [...new Set(all.flatMap((member) => (member ? [member.id] : [])))];
  if (ids.length < 2) return;
  const id = network.id(`group/${spec.name}`);
  const {
    isStale: _,
    firstDiscoveryId: _first,
    lastDiscoveryId: _last,
    lastSeenAt: _seen,
    ...times
  } = network.timeline.manual(55);
  const { networkId } = network.scope;
  network.rows.groups.push({
    id,
    ...times,
    networkId,
    sourceType: 'Manual',
    name: spec.name,
    description: spec.description ?? null,
    groupType: spec.type,
    memberType,
    color: spec.color,
    edgeStyle: spec.edgeStyle ?? 'SmoothStep',
  });
  ids.forEach((memberId, position) =>
    network.rows.group_members.push({
      id: network.id(`group/${spec.name}/${position}`),
      ...times,
      networkId,
      groupId: id,
      serviceId: memberType === 'Services' ? memberId : null,
      bindingId: memberType === 'Bindings' ? memberId : null,
      position,
    }),
  );
  for (const tag of spec.tags ?? []) network.tag('groupId', id, tag);
}

export const findService = (host: HostDraft | undefined, definition: string): ServiceRow | undefined =>
  host?.services.find((service) => service.serviceDefinition === definition);

/** The binding for the first port of a service. */
export function findBinding(host: HostDraft | undefined, definition: string, index = 0): BindingRow | undefined {
  const service = findService(host, definition);
  return service && host?.bindings.get(service.id)?.[index];
}
