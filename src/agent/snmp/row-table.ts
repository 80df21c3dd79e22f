// A table of a device whose rows a report has beside the interfaces: how it is read, and what is reported of a row.
import type { HostReport } from '../protocol/wire';
import type { PortFacts } from './facts';
import type { Device } from './walk';

type Item<List> = List extends readonly (infer Row)[] ? Row : never;

export interface RowTable<Name extends string, Row, Member extends keyof HostReport> {
  /** What it is called in notes, and among the tables that were not read to their end. */
  readonly name: Name;
  read(device: Device, facts: PortFacts): Promise<{ readonly rows: Row[]; readonly isComplete: boolean }>;
  /** The member of the report that has the rows. */
  readonly member: Member;
  /** The member of `interface_data_complete` that says whether they are all. */
  readonly complete: keyof NonNullable<HostReport['interface_data_complete']>;
  /** Rows of one host that the server takes. */
  readonly most: number;
  toReport(row: Row): Item<HostReport[Member]>;
}

/** For the type checker: the name and the row follow from what is given. */
export const rowTable = <const Name extends string, Row, Member extends keyof HostReport>(
  table: RowTable<Name, Row, Member>,
): RowTable<Name, Row, Member> => table;
