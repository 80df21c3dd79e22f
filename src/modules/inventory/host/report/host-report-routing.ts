// Writes the tables of a report, such as routes and wireless clients.
import type { Db } from '../../../../data/tenancy/rows';
import type { Viewer } from '../../../../data/tenancy/viewer';
import type { HostRef } from '../../shared/host-children';
import type { MatchedChild, Row } from '../../shared/part-matching';
import type { ReportHost } from './host-report.input';
import { writeReportedTables } from './reported-tables';

interface Reported {
  readonly input: ReportHost;
  /**
   * `storedRows` are the host's interfaces before the report. `interfaces` are the interfaces of the report, each with
   * the id with which it is stored.
   */
  readonly storedRows: readonly Row[];
  readonly interfaces: readonly MatchedChild[];
  readonly at: Date;
}

export async function writeReportedRouting(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  { input, storedRows, interfaces, at }: Reported,
): Promise<void> {
  const isReplaced = input.interfaces != null && input.interfacesComplete === true;
  const present = [
    ...(isReplaced ? [] : storedRows),
    ...interfaces.map(({ id, reportedRow }) => ({ ...reportedRow, id })),
  ];
  const interfaceIds = new Map(
    present.flatMap(({ id, ifIndex }: Row) => (ifIndex == null ? [] : [[ifIndex as number, id as string] as const])),
  );
  const complete = input.interfaceDataComplete;
  await writeReportedTables(tx, viewer, host, { tables: input, complete, interfaceIds, at });
}
