// The rows that the outputs of commands contain, whatever the system of the device.
import type { EntityFacts, InterfaceFacts, NeighborFacts, RouteFacts } from '../snmp';

/** A port with the name of the aggregate that it is a member of. */
export type PortRow = Partial<Omit<InterfaceFacts, 'taggedVlans' | 'fdbMacs' | 'neighbors' | 'nativeVlan'>> & {
  readonly name: string;
  readonly aggregate?: string;
};

export interface Identity extends EntityFacts {
  readonly name?: string;
  readonly os?: string;
  readonly chassisId?: string;
}

export interface Rows {
  readonly identity: Identity;
  readonly ports: readonly PortRow[];
  readonly addresses: readonly { readonly address: string; readonly prefixLength?: number; readonly port?: string }[];
  readonly arp: readonly { readonly address: string; readonly mac: string; readonly port?: string }[];
  readonly fdb: readonly { readonly mac: string; readonly port: string }[];
  readonly neighbors: readonly { readonly port: string; readonly neighbor: NeighborFacts }[];
  readonly vlans: readonly { readonly number: number; readonly name?: string }[];
  /** VLANs of ports. Rows of one port are joined. */
  readonly memberships: readonly {
    readonly port: string;
    readonly native?: number;
    readonly tagged: readonly number[];
    /** Whether the port has all VLANs of the device. */
    readonly hasAllVlans?: true;
  }[];
  readonly routes: readonly (Omit<RouteFacts, 'ifIndex'> & { readonly port?: string })[];
}

export const noRows: Rows = {
  ...{ identity: {}, ports: [], addresses: [], arp: [], fdb: [] },
  ...{ neighbors: [], vlans: [], memberships: [], routes: [] },
};

/** What was read of an output. */
export interface Parsed {
  readonly rows: Partial<Rows>;
  /** Number of lines or items that were not understood. Then the tables of the output do not count as complete. */
  readonly unread?: number;
}

/** The rows of several outputs. Of the values that identify the device, the first counts. */
export function joinRows(all: readonly Partial<Rows>[]): Rows {
  const lists = Object.fromEntries(
    Object.keys(noRows)
      .filter((name) => name !== 'identity')
      .map((name) => [name, all.flatMap((rows) => (rows[name as keyof Rows] ?? []) as readonly unknown[])]),
  );
  const identity = all.reduceRight<Identity>((joined, { identity: more }) => ({ ...joined, ...definedOf(more) }), {});
  return { ...noRows, ...lists, identity };
}

const definedOf = (identity: Identity | undefined): Identity =>
  Object.fromEntries(Object.entries(identity ?? {}).filter(([, value]) => value !== undefined && value !== ''));
