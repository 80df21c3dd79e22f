// The parts of reported hosts: matched with stored ones, and written for all hosts together.
import type { Viewer } from '../../../../data/tenancy/viewer';
import type { Db } from '../../../../data/tenancy/rows';
import { isStationMac } from '../../../../platform/text/identifiers';
import { matchStored, positionAfter, writePartsOfHosts } from '../../shared/host-children';
import { linkPortsByMac } from '../../shared/layer2-links.sql';
import { idsInRequest } from '../host-links';
import { completedAddress, parts, storedIds, type MatchedChild, type Part, type Row } from '../../shared/part-matching';
import type { Found } from './host-report-host';
import { writeInterfaces } from './host-report-interfaces';
import { writeReportedRouting } from './host-report-routing';
import type { Confirmed } from './host-report-seen.sql';
import { plannedServices, writePlannedServices } from './host-report-services';

/** Answers the stored parts that the reports confirm. */
export async function writeParticulars(
  tx: Db,
  viewer: Viewer,
  hosts: readonly Found[],
  at: Date,
): Promise<readonly Confirmed[]> {
  const made = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  const matched = hosts.map((found) => ({ ...found, ...matchedPlaces(found) }));
  const rowsOf = (list: 'addresses' | 'ports') => matched.map((one) => ({ host: one.host, identified: one[list] }));
  await writePartsOfHosts(tx, viewer, parts.ipAddresses, rowsOf('addresses'), made);
  await writePartsOfHosts(tx, viewer, parts.ports, rowsOf('ports'), made);
  const interfaces: (readonly MatchedChild[])[] = [];
  for (const { host, stored, input, report, renamed } of matched) {
    const read = { input, report, addresses: renamed.addresses, made };
    const written = await writeInterfaces(tx, viewer, { host, stored }, read);
    if (stored.interfaces.length > 0 || written.length > 0) await linkPortsByMac(tx, viewer, host.id);
    await writeReportedRouting(tx, viewer, host, { input, stored: stored.interfaces, interfaces: written, at });
    interfaces.push(written);
  }
  const services = matched.map(({ ports, ...one }) => plannedServices({ ...one, portIds: ports.map(({ id }) => id) }));
  await writePlannedServices(tx, viewer, services, made);
  return matched.map(({ addresses, ports }, index) => ({
    IpAddress: storedIds(addresses),
    Port: storedIds(ports),
    Interface: storedIds(interfaces[index]!),
    ...services[index]?.confirmed,
  }));
}

/** Addresses and ports as they will be, and the ids that those of the report have from now on. */
function matchedPlaces({ report, stored, answeringForOthers, seenInRun, isOutranked }: Found) {
  const marked = report.ipAddresses.map((row) => ({
    ...row,
    answersForOthers: row.macAddress == null ? undefined : answeringForOthers.has(row.macAddress),
  }));
  const { identified } = matchStored(movingAddresses(seenInRun), marked, stored.ipAddresses);
  const { identified: ports } = matchStored(parts.ports, report.ports, stored.ports);
  const firstPosition = positionAfter(stored.ipAddresses);
  return {
    addresses: identified.map((one) => completedAddress(one, firstPosition, { replacesMac: !isOutranked })),
    ports,
    renamed: { addresses: idsInRequest(identified), ports: idsInRequest(ports) },
  };
}

/** An address that the run has not seen yet, and whose MAC is now at another address, has moved there. */
function movingAddresses(seenInRun: ReadonlySet<string>): Part {
  const [byPlace, byMac] = [parts.ipAddresses.keys[0]!, parts.ipAddresses.keys[1]!];
  const of = (row: Row) => {
    const isStaying = row.answersForOthers === true || seenInRun.has(row.id as string);
    return isStaying || !isStationMac(row.macAddress as string | null) ? null : byMac.of(row);
  };
  return { ...parts.ipAddresses, keys: [byPlace, { ...byMac, of }] };
}
