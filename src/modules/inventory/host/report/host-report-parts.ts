// Matches the parts of reported hosts with stored parts, and writes the parts of all hosts together.
import type { Viewer } from '../../../../data/tenancy/viewer';
import type { Db } from '../../../../data/tenancy/rows';
import { isStationMac } from '../../../../platform/text/identifiers';
import { matchStored, writePartsOfHosts } from '../../shared/host-children';
import { linkPortsByMac } from '../../shared/layer2-links.sql';
import { idsInRequest } from '../host-links';
import {
  completedAddress,
  parts,
  positionAfterLast,
  storedIds,
  type MatchedChild,
  type Part,
  type Row,
} from '../../shared/part-matching';
import type { MatchedReport } from './host-report-host';
import { writeInterfaces } from './host-report-interfaces';
import { writeReportedRouting } from './host-report-routing';
import type { Confirmed } from './host-report-seen.sql';
import { plannedServices, writePlannedServices } from './host-report-services';

/** Writes the parts of hosts. Resolves with the ids of stored parts that the reports confirm. */
export async function writeParticulars(
  tx: Db,
  viewer: Viewer,
  hosts: readonly MatchedReport[],
  at: Date,
): Promise<readonly Confirmed[]> {
  const createdColumns = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  const matchedHosts = hosts.map((foundHost) => ({ ...foundHost, ...matchedPlaces(foundHost) }));
  const rowsOf = (list: 'addresses' | 'ports') => matchedHosts.map((one) => ({ host: one.host, matches: one[list] }));
  await writePartsOfHosts(tx, viewer, parts.ipAddresses, rowsOf('addresses'), createdColumns);
  await writePartsOfHosts(tx, viewer, parts.ports, rowsOf('ports'), createdColumns);
  const interfaces: (readonly MatchedChild[])[] = [];
  for (const { host, storedParts, input, report, newIds } of matchedHosts) {
    const read = { input, report, addresses: newIds.addresses, createdColumns };
    const writtenInterfaces = await writeInterfaces(tx, viewer, { host, storedParts }, read);
    if (storedParts.interfaces.length > 0 || writtenInterfaces.length > 0) await linkPortsByMac(tx, viewer, host.id);
    await writeReportedRouting(tx, viewer, host, {
      input,
      storedRows: storedParts.interfaces,
      interfaces: writtenInterfaces,
      at,
    });
    interfaces.push(writtenInterfaces);
  }
  const services = matchedHosts.map(({ ports, ...one }) =>
    plannedServices({ ...one, storedServices: one.storedParts, portIds: ports.map(({ id }) => id) }),
  );
  await writePlannedServices(tx, viewer, services, createdColumns);
  return matchedHosts.map(({ addresses, ports }, index) => ({
    IpAddress: storedIds(addresses),
    Port: storedIds(ports),
    Interface: storedIds(interfaces[index]!),
    ...services[index]?.confirmedParts,
  }));
}

/**
 * Matches reported addresses and ports with stored rows. Returns the rows to write, and a map from ids in the report to
 * ids of stored rows.
 */
function matchedPlaces({ report, storedParts, answeringForOthers, seenInRun, isOutranked }: MatchedReport) {
  const markedAddresses = report.ipAddresses.map((row) => ({
    ...row,
    answersForOthers: row.macAddress == null ? undefined : answeringForOthers.has(row.macAddress),
  }));
  const { matches: addresses } = matchStored(movingAddresses(seenInRun), markedAddresses, storedParts.ipAddresses);
  const { matches: ports } = matchStored(parts.ports, report.ports, storedParts.ports);
  const firstPosition = positionAfterLast(storedParts.ipAddresses);
  return {
    addresses: addresses.map((one) => completedAddress(one, firstPosition, { replacesMac: !isOutranked })),
    ports,
    newIds: { addresses: idsInRequest(addresses), ports: idsInRequest(ports) },
  };
}

/**
 * Returns the rules that match reported addresses with stored addresses: by IP address, otherwise by MAC address,
 * because a machine may have got a new IP address. An address that the current discovery run has already seen keeps its
 * IP address.
 */
function movingAddresses(seenInRun: ReadonlySet<string>): Part {
  const [byPlace, byMac] = [parts.ipAddresses.keys[0]!, parts.ipAddresses.keys[1]!];
  const of = (row: Row) => {
    const isStaying = row.answersForOthers === true || seenInRun.has(row.id as string);
    return isStaying || !isStationMac(row.macAddress as string | null) ? null : byMac.of(row);
  };
  return { ...parts.ipAddresses, keys: [byPlace, { ...byMac, of }] };
}
