// What a report says beside ports: routes, groups with virtual addresses, neighbours of routing protocols, and wireless clients.
import type { Db } from '../../../../data/tenancy/rows';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { writeReportedFhrpGroups } from '../../fhrp-group/reported-fhrp-group';
import { writeReportedRoutes } from '../../route/reported-route';
import { writeReportedRoutingNeighbors } from '../../routing-neighbor/reported-routing-neighbor';
import { writeReportedWirelessAssociations } from '../../wireless-association/reported-wireless-association';
import type { HostRef } from '../../shared/host-children';
import type { MatchedChild, Row } from '../../shared/part-matching';
import type { ReportHost } from './host-report.input';

interface Reported {
  readonly input: ReportHost;
  /** Interfaces of the host before the report, and those of the report as they are now. */
  readonly stored: readonly Row[];
  readonly interfaces: readonly MatchedChild[];
  readonly at: Date;
}

/** A report that says nothing of a table costs nothing for it. */
export async function writeReportedRouting(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  { input, stored, interfaces, at }: Reported,
): Promise<void> {
  const { fhrpGroups, routes, routingNeighbors, wirelessAssociations, interfaceDataComplete: complete } = input;
  const isReplaced = input.interfaces != null && input.interfacesComplete === true;
  const present = [...(isReplaced ? [] : stored), ...interfaces.map(({ id, wanted }) => ({ ...wanted, id }))];
  const interfaceIds = new Map(
    present.flatMap(({ id, ifIndex }: Row) => (ifIndex == null ? [] : [[ifIndex as number, id as string] as const])),
  );
  const read = { interfaceIds, at };
  // Groups first: their virtual addresses are those of no host.
  if (fhrpGroups)
    await writeReportedFhrpGroups(tx, viewer, host, fhrpGroups, { ...read, isComplete: complete?.fhrp === true });
  if (routes) await writeReportedRoutes(tx, viewer, host, routes, { ...read, isComplete: complete?.routes === true });
  if (routingNeighbors)
    await writeReportedRoutingNeighbors(tx, viewer, host, routingNeighbors, {
      ...read,
      isComplete: complete?.routingNeighbors === true,
    });
  if (wirelessAssociations)
    await writeReportedWirelessAssociations(tx, viewer, host, wirelessAssociations, {
      ...read,
      isComplete: complete?.wireless === true,
    });
}
