// Finds where a matched row is shown: its inventory page, and its node on the topology page.
import type { KitSearchQuery, SearchKind } from '../../../generated/kit-operations';
import { fieldWords } from '../words/field-words';
import { readLastNetwork } from '../last-network';

export type Match = KitSearchQuery['search']['matches'][number];

/** A row that a search has found. The browser stores it in the list of recent rows. */
export interface FoundRow {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  /** Texts that describe the row in the results: its host, its network, and the field that matched. */
  readonly notes: readonly string[];
  readonly networkId: string | null;
  readonly hostId: string | null;
}

type View = 'L2Physical' | 'L3Logical' | 'Workloads';
interface ShownKind {
  /** The kind's name in URLs of the inventory pages. */
  readonly slug: string;
  readonly plural: string;
  /** The topology view that draws such rows; if undefined, the topology page selects the row's host instead. */
  readonly view?: View;
}

export const shownKinds: Readonly<Record<SearchKind, ShownKind>> = {
  Host: { slug: 'hosts', plural: 'Hosts', view: 'L2Physical' },
  Network: { slug: 'networks', plural: 'Networks' },
  Subnet: { slug: 'subnets', plural: 'Subnets', view: 'L3Logical' },
  VLAN: { slug: 'vlans', plural: 'VLANs' },
  Service: { slug: 'services', plural: 'Services', view: 'Workloads' },
  Interface: { slug: 'interfaces', plural: 'Interfaces', view: 'L2Physical' },
  IPAddress: { slug: 'ip-addresses', plural: 'IP addresses' },
  Group: { slug: 'groups', plural: 'Groups' },
  Tag: { slug: 'tags', plural: 'Tags' },
  Daemon: { slug: 'daemons', plural: 'Daemons' },
  WirelessAssociation: { slug: 'wireless-associations', plural: 'Wireless associations' },
  Port: { slug: 'ports', plural: 'TCP and UDP ports' },
};

export function foundRow({ kind, entityId, title, field, value, networkId, network, hostId, host }: Match): FoundRow {
  const isInTitle = title.toLowerCase().includes(value.toLowerCase());
  const notes = [host?.displayName, network?.name, isInTitle ? undefined : `${fieldWords(field)}: ${value}`];
  return {
    ...{ kind, id: entityId, title: title === '' ? 'Unnamed' : title },
    notes: notes.flatMap((note) => (note && note !== title ? [note] : [])),
    ...{ networkId, hostId },
  };
}

const withInstant = (path: string, params: Readonly<Record<string, string>>, at: string | null): string => {
  const query = new URLSearchParams({ ...params, ...(at !== null && { at }) }).toString();
  return query === '' ? path : `${path}?${query}`;
};

/**
 * The URL of the row's inventory page. Tags belong to no network, but the URL needs one: the network viewed last, or
 * else `anyNetworkId`.
 */
export function inventoryAddress(
  { kind, id, networkId }: Pick<FoundRow, 'kind' | 'id' | 'networkId'>,
  anyNetworkId: string | null,
  at: string | null,
) {
  const shownIn = networkId ?? readLastNetwork() ?? anyNetworkId;
  if (shownIn === null) return '/inventory';
  return withInstant(['/inventory', shownIn, shownKinds[kind].slug, id].join('/'), {}, at);
}

/** The topology view and node that show the row or its host; undefined if none does. */
export function mapNode({ kind, id, hostId }: FoundRow): { readonly view: View; readonly id: string } | undefined {
  const { view } = shownKinds[kind];
  if (view) return { view, id };
  return hostId === null ? undefined : { view: 'L2Physical', id: hostId };
}

export const mapAddress = (topologyId: string, { view, id }: { view: View; id: string }, at: string | null): string =>
  withInstant('/topology', { topology: topologyId, view, selected: id, reveal: id }, at);

const mostRecent = 8;
const recentKey = (email: string): string => `netloom.search.recent.${email}`;

/** The rows whose pages the user opened last, latest first. */
export function recentRows(email: string): readonly FoundRow[] {
  try {
    const stored = JSON.parse(localStorage.getItem(recentKey(email)) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter(isFoundRow).slice(0, mostRecent) : [];
  } catch {
    return [];
  }
}

/**
 * Whether the stored value is a valid `FoundRow`. An older or newer version of Netloom may have stored other
 * properties.
 */
function isFoundRow(value: unknown): value is FoundRow {
  const { kind, id, title, notes } = (value ?? {}) as Partial<FoundRow>;
  const areTexts = [id, title].every((one) => typeof one === 'string');
  return areTexts && Array.isArray(notes) && typeof kind === 'string' && Object.hasOwn(shownKinds, kind);
}

export function keepRecent(email: string, row: FoundRow): void {
  const others = recentRows(email).filter(({ kind, id }) => kind !== row.kind || id !== row.id);
  try {
    localStorage.setItem(recentKey(email), JSON.stringify([row, ...others].slice(0, mostRecent)));
  } catch {
    // The browser blocks storage. The list of recent rows stays empty.
  }
}
