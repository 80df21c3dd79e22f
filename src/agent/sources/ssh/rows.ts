// Types of the rows that parsers extract from the outputs of commands, for all operating systems.
import type { EntityFacts, InterfaceFacts, NeighborFacts, RouteFacts } from '../snmp';

/** A port. `aggregate` is the name of the aggregate that the port is a member of. */
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
  /** The VLANs of ports. If a port has several rows, it carries the VLANs of all these rows. */
  readonly memberships: readonly {
    readonly port: string;
    readonly native?: number;
    readonly tagged: readonly number[];
    /** Whether the port carries all VLANs of the device. */
    readonly hasAllVlans?: true;
  }[];
  readonly routes: readonly (Omit<RouteFacts, 'ifIndex'> & { readonly port?: string })[];
}

export const noRows: Rows = {
  ...{ identity: {}, ports: [], addresses: [], arp: [], fdb: [] },
  ...{ neighbors: [], vlans: [], memberships: [], routes: [] },
};

/** The result of parsing the output of a command. */
export interface Parsed {
  readonly rows: Partial<Rows>;
  /**
   * Number of lines or items that the parser did not understand. If it is not 0, the output's tables count as
   * incomplete.
   */
  readonly unread?: number;
}

/** Merges the rows of several outputs. If several outputs identify the device differently, the first value is used. */
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
