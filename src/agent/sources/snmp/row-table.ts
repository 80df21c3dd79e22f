// Type of a device table whose rows are part of a host report, apart from interfaces: how to read the table, and how to
// report a row.
import type { HostReport } from '../../protocol/wire';
import type { PortFacts } from './facts';
import type { Device } from './walk';

type Item<List> = List extends readonly (infer Row)[] ? Row : never;

export interface RowTable<Name extends string, Row, Member extends keyof HostReport> {
  /** Name of the table in warnings and in the list of incomplete tables. */
  readonly name: Name;
  read(device: Device, facts: PortFacts): Promise<{ readonly rows: Row[]; readonly isComplete: boolean }>;
  /** The member of the report that contains the rows. */
  readonly member: Member;
  /** The member of `interface_data_complete` that says whether the rows are complete. */
  readonly complete: keyof NonNullable<HostReport['interface_data_complete']>;
  /** Maximum number of rows per host that the server accepts for this table. */
  readonly most: number;
  toReport(row: Row): Item<HostReport[Member]>;
}

/** Returns its argument. The call makes the type checker infer the types of the name and of the rows. */
export const rowTable = <const Name extends string, Row, Member extends keyof HostReport>(
  table: RowTable<Name, Row, Member>,
): RowTable<Name, Row, Member> => table;
