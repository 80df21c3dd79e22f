// The interfaces of a report: matched by identity, replaced if their table was read completely, with VLANs, evidence
// and counters.
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
  /** Columns of new rows. */
  readonly made: { readonly updatedAt: Date };
}

export async function writeInterfaces(
  tx: Db,
  viewer: Viewer,
  { host, stored }: { readonly host: HostRef; readonly stored: Pick<StoredParts, 'interfaces'> },
  { input, report, addresses, made }: Reading,
): Promise<readonly MatchedChild[]> {
  const { interfaces: given, interfaceDataComplete } = input;
  if (given == null) return [];
  const { lldp = false, cdp = false, fdb = false, arp = false, vlanMembership = false } = interfaceDataComplete ?? {};
  const { duplex, aggregates, stp, poe } = interfaceDataComplete ?? {};
  const groups = { duplex: !!duplex, aggregates: !!aggregates, stp: !!stp, poe: !!poe };
  const complete = { table: !!input.interfacesComplete, fdb: !!fdb, vlanMembership: !!vlanMembership, ...groups };
  const { identified, gone } = matchStored(parts.interfaces, report.interfaces, stored.interfaces);
  if (complete.table) {
    // Interfaces entered by people were never seen by a run.
    const seen = stored.interfaces.filter((one) => one.firstDiscoveryId !== null || one.lastDiscoveryId !== null);
    const left = new Set(gone);
    await removeParts(
      tx,
      parts.interfaces,
      seen.map(({ id }) => id).filter((id) => left.has(id)),
    );
  }
  const inAggregates = withAggregates(identified, given);
  const linked = inAggregates.map((one) => completedInterface(withAddress(one, addresses), complete));
  await writeParts(tx, viewer, parts.interfaces, host, linked, made);

  const vlans = given.map(({ vlanIds }) => ({ vlanIds: vlanIds ?? (complete.vlanMembership ? [] : undefined) }));
  const known = linked.flatMap(({ id, stored }) => (stored && !complete.vlanMembership ? [id] : []));
  const kept = known.length > 0 ? await taggedOf(tx, known) : new Set<string>();
  const open = vlans.map((one, index) => (kept.has(linked[index]!.id) ? {} : one));
  await replaceTaggedVlans(tx, host, open, linked);

  const rows = report.evidence(linked.map(({ id }) => id));
  await replaceEvidence(tx, host, rows, { lldp, cdp }, made.updatedAt);
  if (complete.fdb) await replaceForwardingEvidence(tx, host, linked, made.updatedAt);
  if (arp) await replaceArpEvidence(tx, host, linked, report.arp, made.updatedAt);
  await storeCounters(tx, viewer, host, linked, given, made.updatedAt);
  return linked;
}

/** Those of the ports that are in any VLAN. */
async function taggedOf(tx: Db, interfaceIds: string[]): Promise<ReadonlySet<unknown>> {
  const groups = { by: ['interfaceId'], where: { interfaceId: { in: interfaceIds } }, _count: { _all: true } };
  return new Set((await delegateOf(tx, 'InterfaceVlan').groupBy(groups)).map(({ interfaceId }) => interfaceId));
}

/** `identified` and `given` have the same order. An index that several ports share refers to none. */
function withAggregates(
  identified: readonly MatchedChild[],
  given: NonNullable<ReportHost['interfaces']>,
): readonly MatchedChild[] {
  const byIndex = new Map<number, string | undefined>();
  for (const [at, { ifIndex }] of given.entries())
    if (ifIndex != null) byIndex.set(ifIndex, byIndex.has(ifIndex) ? undefined : identified[at]!.id);
  return identified.map((one, at) => {
    const { aggregateIfIndex: index } = given[at]!;
    const aggregateId = index == null ? undefined : byIndex.get(index);
    return aggregateId === undefined || aggregateId === one.id
      ? one
      : { ...one, wanted: { ...one.wanted, aggregateId } };
  });
}

/** A reference to an address of the same report, under the id that it has from now on. */
function withAddress(one: MatchedChild, ids: ReadonlyMap<string, string>): MatchedChild {
  const id = ids.get(one.wanted.ipAddressId as string);
  return id === undefined ? one : { ...one, wanted: { ...one.wanted, ipAddressId: id } };
}
