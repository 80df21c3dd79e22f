// Checks and stores the link evidence of a report: neighbors by LLDP and CDP, forwarding tables, and ARP tables.
import { canonicalIpAddress, canonicalMacAddress } from '../../../../platform/text/addresses';
import { AppError } from '../../../../errors';
import type { HostRef } from '../../shared/host-children';
import type { MatchedChild } from '../../shared/part-matching';
import type { Db } from '../../../../data/tenancy/rows';
import { maximumAddresses, type ReportHost } from './host-report.input';

type ReportedEvidence = NonNullable<NonNullable<ReportHost['interfaces']>[number]['neighborEvidence']>[number];

const texts = {
  LLDP: ['lldpSysName', 'lldpPortDesc', 'lldpSysDesc'],
  CDP: ['cdpDeviceId', 'cdpPortId', 'cdpPlatform'],
} as const;
const above = 'interfaces.neighborEvidence.';

/**
 * Checks the LLDP and CDP data of a report. Returns a function that builds the rows to store from the stored ids of the
 * report's ports, which are in the order of the report.
 */
export function checkedEvidence({ interfaces }: ReportHost) {
  const perPort = (interfaces ?? []).map(({ neighborEvidence }) => (neighborEvidence ?? []).flatMap(rowsOf));
  return (interfaceIds: readonly string[]) =>
    perPort.flatMap((rows, index) => rows.map((row) => ({ ...row, interfaceId: interfaceIds[index]! })));
}

/** Whether the report has a value of LLDP or CDP for the neighbor. */
export const hasEvidence = (evidence: ReportedEvidence): boolean => protocolRows(evidence).length > 0;

/** Returns one row for each protocol (LLDP, CDP) of which the report has a value for the neighbor. */
function protocolRows(evidence: ReportedEvidence) {
  const address = (field: 'lldpMgmtAddr' | 'cdpAddress') =>
    evidence[field] ? canonicalIpAddress(above + field, evidence[field]) : null;
  const textsOf = (fields: readonly (keyof ReportedEvidence)[]) =>
    Object.fromEntries(fields.map((field) => [field, evidence[field] || null]));
  const lldp = {
    protocol: 'LLDP' as const,
    ...textsOf(texts.LLDP),
    lldpMgmtAddr: address('lldpMgmtAddr'),
    lldpChassisIdSubtype: evidence.lldpChassisId?.subtype ?? null,
    lldpChassisIdValue: evidence.lldpChassisId?.value ?? null,
    lldpPortIdSubtype: evidence.lldpPortId?.subtype ?? null,
    lldpPortIdValue: evidence.lldpPortId?.value ?? null,
  };
  const cdp = { protocol: 'CDP' as const, ...textsOf(texts.CDP), cdpAddress: address('cdpAddress') };
  return [lldp, cdp].filter(({ protocol: _protocol, ...values }) =>
    Object.values(values).some((value) => value !== null),
  );
}

/** Returns the rows to store for one neighbor. Throws 400 `validation_empty` if the report has no value for it. */
function rowsOf(evidence: ReportedEvidence) {
  const rows = protocolRows(evidence);
  if (rows.length === 0) throw new AppError('validation_empty', { field: 'interfaces.neighborEvidence' });
  const others = (evidence.managementAddresses ?? []).map((one) =>
    canonicalIpAddress(`${above}managementAddresses`, one),
  );
  return rows.map((row) => {
    const first = 'cdpAddress' in row ? row.cdpAddress : row.lldpMgmtAddr;
    const all = [...new Set([...(first ? [first] : []), ...others])].slice(0, maximumAddresses);
    return { ...row, managementAddresses: all };
  });
}

/**
 * For each port of the report, in order, returns the MAC addresses in the device's ARP table that were learned on the
 * port.
 */
export const checkedArp = ({ interfaces }: ReportHost): readonly (readonly string[])[] =>
  (interfaces ?? []).map(({ arpMacs }) => {
    const macs = (arpMacs ?? []).map((mac) => canonicalMacAddress('interfaces.arpMacs', mac));
    return [...new Set(macs)].sort();
  });

/**
 * Replaces the ARP tables of all ports, after the device's ARP table was read completely. The next link resolution uses
 * the tables.
 */
export async function replaceArpEvidence(
  tx: Db,
  { networkId }: HostRef,
  ports: readonly MatchedChild[],
  macs: readonly (readonly string[])[],
  readAt: Date,
): Promise<void> {
  await tx.arpEvidence.deleteMany({ where: { interfaceId: { in: ports.map(({ id }) => id) } } });
  const arpRows = ports.flatMap(({ id }, at) => (macs[at]!.length > 0 ? [{ id, macAddresses: [...macs[at]!] }] : []));
  await tx.arpEvidence.createMany({
    data: arpRows.map(({ id, macAddresses }) => ({ interfaceId: id, networkId, macAddresses, readAt })),
  });
}

/**
 * Replaces the stored forwarding tables of a device, after its forwarding table was read completely. The next link
 * resolution uses the ports that have learned MAC addresses.
 */
export async function replaceForwardingEvidence(
  tx: Db,
  { networkId }: HostRef,
  ports: readonly MatchedChild[],
  readAt: Date,
): Promise<void> {
  await tx.forwardingEvidence.deleteMany({ where: { interfaceId: { in: ports.map(({ id }) => id) } } });
  const forwardingRows = ports.filter(({ reportedRow }) => ((reportedRow.fdbMacs ?? []) as string[]).length > 0);
  await tx.forwardingEvidence.createMany({
    data: forwardingRows.map(({ id }) => ({ interfaceId: id, networkId, readAt })),
  });
}

type Evidence = ReturnType<ReturnType<typeof checkedEvidence>>;

/**
 * Stores LLDP and CDP data. If a protocol was read completely, its data replace all stored data of the host. Otherwise,
 * data are only added to ports without data of the protocol.
 */
export async function replaceEvidence(
  tx: Db,
  { id: hostId, networkId }: HostRef,
  rows: Evidence,
  complete: { readonly lldp?: boolean | null; readonly cdp?: boolean | null },
  at: Date,
): Promise<void> {
  const completeProtocols = [...(complete.lldp ? ['LLDP' as const] : []), ...(complete.cdp ? ['CDP' as const] : [])];
  await tx.neighborEvidence.deleteMany({ where: { interface: { hostId }, protocol: { in: completeProtocols } } });
  const storedEvidence = await tx.neighborEvidence.findMany({
    where: { interface: { hostId } },
    select: { interfaceId: true, protocol: true },
  });
  const storedKeys = new Set(storedEvidence.map(({ interfaceId, protocol }) => `${interfaceId} ${protocol}`));
  const newRows = rows.filter(({ interfaceId, protocol }) => !storedKeys.has(`${interfaceId} ${protocol}`));
  await tx.neighborEvidence.createMany({
    data: newRows.map((row) => ({ ...row, networkId, createdAt: at, updatedAt: at })),
  });
}
