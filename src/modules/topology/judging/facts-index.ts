// Index of the data by which checks are judged, shared by all checks of a state. Its parts are reused for the next
// state of the network if the lists from which they are built did not change.
import type { InventoryHost } from '../graph/inventory';
import { createLookup, type Lookup } from '../graph/lookup';
import type { Inventory } from '../graph/inventory';
import { ownNameOf } from '../graph/ports/port-name';
import { memoizeByIdentity } from '../graph/remembered';
import { visibleInventory } from '../graph/visible-inventory';
import { cabling } from './cabling';
import type { HostFacts, NetworkFacts, PortFacts, SubnetFacts } from './facts';

export interface FactsIndex {
  readonly facts: NetworkFacts;
  /**
   * Index of all rows, including those of hidden hosts and of hosts that discovery no longer finds (`missingSince`).
   */
  readonly lookup: Lookup;
  /**
   * All rows except links that are down and rows of hosts that discovery no longer finds. Hidden hosts are included.
   */
  readonly present: Inventory;
  readonly hostFacts: ReadonlyMap<string, HostFacts>;
  readonly portFacts: ReadonlyMap<string, PortFacts>;
  readonly subnetFacts: ReadonlyMap<string, SubnetFacts>;
  /** Display name of the host; its id if the host does not exist. */
  nameOfHost(hostId: string): string;
  /** The port's own name; its id if the port does not exist. */
  nameOfPort(interfaceId: string): string;
}

const byRowId = memoizeByIdentity(
  (rows: readonly { readonly id: string }[]): ReadonlyMap<string, { readonly id: string }> =>
    new Map(rows.map((row) => [row.id, row])),
);
const mapById = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  byRowId(rows) as ReadonlyMap<string, Row>;

export const isMissing = ({ missingSince }: Pick<InventoryHost, 'missingSince'>): boolean => !!missingSince;

/** Whether the host exists and is not missing. */
export const isPresentHost = ({ lookup }: Pick<FactsIndex, 'lookup'>, hostId: string): boolean => {
  const host = lookup.hosts.get(hostId);
  return host !== undefined && !isMissing(host);
};

export const indexFacts = memoizeByIdentity((facts: NetworkFacts): FactsIndex => {
  const lookup = createLookup(facts.inventory);
  return {
    facts,
    lookup,
    present: visibleInventory(facts.inventory, (host) => !isMissing(host)),
    hostFacts: mapById(facts.hosts),
    portFacts: mapById(facts.ports),
    subnetFacts: mapById(facts.subnets),
    nameOfHost: (hostId) => lookup.hosts.get(hostId)?.displayName ?? hostId,
    nameOfPort: (interfaceId) => {
      const port = lookup.interfaces.get(interfaceId);
      return port ? ownNameOf(port) : interfaceId;
    },
  };
});

/** Ids of hosts with a cable that is down; with `all`, of all hosts with a cable. */
const hostsAtCables = (interfaces: Inventory['interfaces'], all: boolean): ReadonlySet<string> =>
  new Set(
    interfaces.flatMap(({ hostId, neighbors }) =>
      neighbors.flatMap((far) => (far.hostId !== hostId && (all || far.downSince) ? [hostId, far.hostId] : [])),
    ),
  );
export const cabledHosts = memoizeByIdentity((interfaces: Inventory['interfaces']) => hostsAtCables(interfaces, true));
const hostsAtDownCables = memoizeByIdentity((interfaces: Inventory['interfaces']) => hostsAtCables(interfaces, false));

/** Ids of hosts that have lost a cable: it is down, or supposed (what-if) changes may have removed it. */
export const hostsWithLostCable = memoizeByIdentity(({ facts, lookup }: FactsIndex): ReadonlySet<string> => {
  const hostIds = hostsAtDownCables(cabling(lookup.inventory.interfaces));
  return facts.formerlyCabledIds ? new Set([...hostIds, ...facts.formerlyCabledIds]) : hostIds;
});
