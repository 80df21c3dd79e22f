// Writes the interfaces of a report with their VLANs, link evidence and counters. Deletes stored interfaces that a
// completely read table does not contain.
import { delegateOf } from '../../../../data/model/delegate';
import type { Db } from '../../../../data/tenancy/rows';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { matchStored, removeParts, writeParts, type HostRef } from '../../shared/host-children';
import { completedInterface, parts, type MatchedChild } from '../../shared/part-matching';
import { replaceTaggedVlans } from '../host-links';
import { storeCounters } from './host-report-counters.sql';
import { replaceArpEvidence, replaceEvidence, replaceForwardingEvidence } from './host-report-evidence';
import type { CheckedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';
import type { StoredParts } from './host-report-host';

interface Reading {
  readonly input: ReportHost;
  readonly report: CheckedReport;
  readonly addresses: ReadonlyMap<string, string>;
  /** Additional columns of interfaces that the report creates. */
  readonly createdColumns: { readonly updatedAt: Date };
}

export async function writeInterfaces(
  tx: Db,
  viewer: Viewer,
  { host, storedParts }: { readonly host: HostRef; readonly storedParts: Pick<StoredParts, 'interfaces'> },
  { input, report, addresses, createdColumns }: Reading,
): Promise<readonly MatchedChild[]> {
  const { interfaces: inputs, interfaceDataComplete } = input;
  if (inputs == null) return [];
  const { lldp = false, cdp = false, fdb = false, arp = false, vlanMembership = false } = interfaceDataComplete ?? {};
  const { duplex, aggregates, stp, poe } = interfaceDataComplete ?? {};
  const groups = { duplex: !!duplex, aggregates: !!aggregates, stp: !!stp, poe: !!poe };
  const complete = {
    ...{ table: !!input.interfacesComplete, fdb: !!fdb, vlanMembership: !!vlanMembership },
    ...{ ...groups, states: true },
  };
  const { matches, goneIds } = matchStored(parts.interfaces, report.interfaces, storedParts.interfaces);
  if (complete.table) {
    // Only interfaces that a discovery run has seen are deleted. Interfaces that users entered stay.
    const seenInterfaces = storedParts.interfaces.filter(
      (one) => one.firstDiscoveryId !== null || one.lastDiscoveryId !== null,
    );
    const remainingIds = new Set(goneIds);
    await removeParts(
      tx,
      parts.interfaces,
      seenInterfaces.map(({ id }) => id).filter((id) => remainingIds.has(id)),
    );
  }
  const inAggregates = withAggregates(matches, inputs);
  const linkedInterfaces = inAggregates.map((one) => completedInterface(withAddress(one, addresses), complete));
  await writeParts(tx, viewer, parts.interfaces, host, linkedInterfaces, createdColumns);

  const vlans = inputs.map(({ vlanIds }) => ({ vlanIds: vlanIds ?? (complete.vlanMembership ? [] : undefined) }));
  const keptVlanInterfaces = linkedInterfaces.flatMap(({ id, storedRow }) =>
    storedRow && !complete.vlanMembership ? [id] : [],
  );
  const keptTags = keptVlanInterfaces.length > 0 ? await taggedOf(tx, keptVlanInterfaces) : new Set<string>();
  const open = vlans.map((one, index) => (keptTags.has(linkedInterfaces[index]!.id) ? {} : one));
  await replaceTaggedVlans(tx, host, open, linkedInterfaces);

  const rows = report.evidence(linkedInterfaces.map(({ id }) => id));
  await replaceEvidence(tx, host, rows, { lldp, cdp }, createdColumns.updatedAt);
  if (complete.fdb) await replaceForwardingEvidence(tx, host, linkedInterfaces, createdColumns.updatedAt);
  if (arp) await replaceArpEvidence(tx, host, linkedInterfaces, report.arp, createdColumns.updatedAt);
  await storeCounters(tx, viewer, host, linkedInterfaces, inputs, createdColumns.updatedAt);
  return linkedInterfaces;
}

/** Resolves with the ids in `interfaceIds` of interfaces that have tagged VLANs. */
async function taggedOf(tx: Db, interfaceIds: string[]): Promise<ReadonlySet<unknown>> {
  const groups = { by: ['interfaceId'], where: { interfaceId: { in: interfaceIds } }, _count: { _all: true } };
  return new Set((await delegateOf(tx, 'InterfaceVlan').groupBy(groups)).map(({ interfaceId }) => interfaceId));
}

/**
 * Returns the interfaces with the ids of their aggregates, which the report names by `aggregateIfIndex`. `matches[i]`
 * is the row for `inputs[i]`. An ifIndex that several ports of the report have identifies none of them.
 */
function withAggregates(
  matches: readonly MatchedChild[],
  inputs: NonNullable<ReportHost['interfaces']>,
): readonly MatchedChild[] {
  const byIndex = new Map<number, string | undefined>();
  for (const [at, { ifIndex }] of inputs.entries())
    if (ifIndex != null) byIndex.set(ifIndex, byIndex.has(ifIndex) ? undefined : matches[at]!.id);
  return matches.map((one, at) => {
    const { aggregateIfIndex: index } = inputs[at]!;
    const aggregateId = index == null ? undefined : byIndex.get(index);
    return aggregateId === undefined || aggregateId === one.id
      ? one
      : { ...one, reportedRow: { ...one.reportedRow, aggregateId } };
  });
}

/** Replaces the id of the interface's address: the id in the report becomes the id with which the address is stored. */
function withAddress(one: MatchedChild, ids: ReadonlyMap<string, string>): MatchedChild {
  const id = ids.get(one.reportedRow.ipAddressId as string);
  return id === undefined ? one : { ...one, reportedRow: { ...one.reportedRow, ipAddressId: id } };
}
