// The hosts and subnets that a check judges.
import type { InventoryHost, InventorySubnet } from '../graph/inventory';
import type { CheckSelection } from './check-rules';
import { isMissing, type FactsIndex } from './facts-index';

export interface Selected {
  /** Whether the selection does not restrict hosts or subnets. */
  readonly isAll: boolean;
  /** Selected hosts, including missing hosts. Hidden hosts are included only if the selection lists their ids. */
  readonly hosts: readonly InventoryHost[];
  readonly hostIds: ReadonlySet<string>;
  /** The hosts that are not missing. */
  readonly presentHosts: readonly InventoryHost[];
  readonly presentHostIds: ReadonlySet<string>;
  /**
   * Selected subnets, by their ids and tags. If the selection restricts ids or roles of hosts, only subnets in which
   * one of these hosts has an address.
   */
  subnets(): readonly InventorySubnet[];
  /** Ids in the selection for which there is no row. */
  readonly goneIds: readonly string[];
}

const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id));
const hasOne = (ids: readonly string[], wantedIds: ReadonlySet<string> | undefined): boolean =>
  wantedIds === undefined || ids.some((id) => wantedIds.has(id));
const toSet = <T>(list: readonly T[] | undefined): ReadonlySet<T> | undefined => list && new Set(list);

const cached = new WeakMap<FactsIndex, Map<string, Selected>>();
/** Maximum number of different selections that are cached for one state. */
const mostCached = 100;

/** The hosts and subnets that a selection selects in a state. Cached, because checks often have equal selections. */
export function selectRows(index: FactsIndex, selection: CheckSelection): Selected {
  const { hostIds, tagIds, roles, subnetIds } = selection;
  const key = JSON.stringify([hostIds, tagIds, roles, subnetIds]);
  const ofIndex = cached.get(index) ?? new Map<string, Selected>();
  cached.set(index, ofIndex);
  const selected = ofIndex.get(key) ?? computeSelected(index, selection);
  if (ofIndex.size < mostCached) ofIndex.set(key, selected);
  return selected;
}

function computeSelected(index: FactsIndex, selection: CheckSelection): Selected {
  const { lookup, hostFacts } = index;
  const { hosts, subnets, tags } = lookup.inventory;
  const [hostIds, tagIds] = [toSet(selection.hostIds), toSet(selection.tagIds)];
  const [roles, subnetIds] = [toSet(selection.roles), toSet(selection.subnetIds)];
  const hasRole = ({ id }: InventoryHost): boolean => {
    const role = hostFacts.get(id)?.role;
    return roles === undefined || (!!role && roles.has(role));
  };
  const isIn = ({ id }: InventoryHost): boolean =>
    subnetIds === undefined || lookup.addressesOf(id).some(({ subnetId }) => subnetIds.has(subnetId));
  const isNamed = (host: InventoryHost): boolean => (hostIds ? hostIds.has(host.id) : !host.hidden);
  const selectedHosts = hosts.filter(
    (host) => isNamed(host) && hasRole(host) && hasOne(host.tagIds, tagIds) && isIn(host),
  );
  const isAllPresent = !selectedHosts.some(isMissing);
  const presentHosts = isAllPresent ? selectedHosts : selectedHosts.filter((host) => !isMissing(host));
  const selectedIds = idsOf(selectedHosts);
  const goneIds = [
    ...(selection.hostIds ?? []).filter((id) => !lookup.hosts.has(id)),
    ...(selection.subnetIds ?? []).filter((id) => !lookup.subnets.has(id)),
    ...goneTags(selection.tagIds ?? [], tags),
  ];
  return {
    isAll: [hostIds, tagIds, roles, subnetIds].every((part) => part === undefined),
    hosts: selectedHosts,
    hostIds: selectedIds,
    presentHosts,
    presentHostIds: isAllPresent ? selectedIds : idsOf(presentHosts),
    subnets() {
      const narrowed = hosts.filter((host) => isNamed(host) && hasRole(host));
      const ofHosts = new Set(narrowed.flatMap(({ id }) => lookup.addressesOf(id).map(({ subnetId }) => subnetId)));
      const isOfHosts = (id: string) => (hostIds === undefined && roles === undefined) || ofHosts.has(id);
      return subnets.filter(
        ({ id, tagIds: ownTags }) =>
          (subnetIds === undefined || subnetIds.has(id)) && hasOne(ownTags, tagIds) && isOfHosts(id),
      );
    },
    goneIds,
  };
}

function goneTags(tagIds: readonly string[], tags: readonly { readonly id: string }[]): string[] {
  if (tagIds.length === 0) return [];
  const existingIds = idsOf(tags);
  return tagIds.filter((id) => !existingIds.has(id));
}
