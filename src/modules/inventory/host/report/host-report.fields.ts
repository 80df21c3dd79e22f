// Checks the values of a reported host and its parts, and converts them to column values.
import { canonicalCidr } from '../../../../platform/text/addresses';
import { AppError } from '../../../../errors';
import { assertRange, blankToNull } from '../../../../platform/text/validation';
import { inputColumns } from '../../../../graphql/entity/inputs';
import { readInterfaceFields } from '../../shared/interface-input';
import { certificateToColumns } from '../../shared/port-certificate';
import { hostKeysToColumn } from '../../shared/port-host-keys';
import { checkedInterfaces, checkedIpAddresses, checkedPorts, checkedServices, hostColumns } from '../host.fields';
import { facts, sourceOfFact } from '../host-columns';
import { virtualAddressSet } from '../../fhrp-group/reported-fhrp-group';
import { checkedArp, checkedEvidence } from './host-report-evidence';
import { maximumRows, type ReportHost } from './host-report.input';

/**
 * Returns the spanning tree columns. A missing value is null if the data were read completely; otherwise it is
 * undefined, so that the stored value does not change.
 */
function spanningTree({ host, interfaceDataComplete }: ReportHost) {
  const absent = interfaceDataComplete?.stp ? null : undefined;
  return {
    stpRootBridgeId: blankToNull(host.stpRootBridgeId) ?? absent,
    stpRootCost: host.stpRootCost ?? absent,
  };
}

function reportedHostColumns(input: ReportHost) {
  const hostInput = input.host;
  const texts = facts.flatMap((fact) => [fact, sourceOfFact(fact)]);
  return {
    ...hostColumns(hostInput),
    ...spanningTree(input),
    answersDefaultCommunity: hostInput.answersDefaultCommunity,
    virtualizationServiceId: hostInput.virtualizationServiceId,
    nameSource: blankToNull(hostInput.nameSource),
    hostnameSource: blankToNull(hostInput.hostnameSource),
    ...(Object.fromEntries(texts.map((field) => [field, blankToNull(hostInput[field])])) as Partial<
      Record<(typeof texts)[number], string | null>
    >),
  };
}

/**
 * If a report does not say how a MAC address was read, and the MAC address equals the stored one, the stored source
 * stays.
 */
const reportedMacSource = ({ macAddressSource }: { readonly macAddressSource?: string | null | undefined }) => ({
  macAddressSource: blankToNull(macAddressSource) ?? undefined,
});

/**
 * Checks the interfaces of a report. An interface with neither a name nor an index is invalid, because each report
 * would create it again.
 */
function checkedReportedInterfaces(rows: NonNullable<ReportHost['interfaces']>) {
  const indexes = new Set<number>();
  for (const { ifName, ifIndex } of rows) {
    if (ifName) continue;
    if (ifIndex == null) throw new AppError('validation_required', { field: 'interfaces.ifName' });
    if (indexes.has(ifIndex))
      throw new AppError('entity_already_exists', { entity: 'Interface', field: 'ifIndex', value: ifIndex });
    indexes.add(ifIndex);
  }
  const checkedRows = checkedInterfaces(
    rows.map(({ ifIndex, ifDescr, ...row }) => ({
      ...row,
      // Reported interfaces need no index or description, but the type requires both, hence the cast.
      ...({ ifIndex: ifIndex ?? undefined, ifDescr: ifDescr || undefined } as { ifIndex: number; ifDescr: string }),
    })),
  );
  return checkedRows.map((row, at) => ({
    ...row,
    ...inputColumns('Interface', readInterfaceFields, rows[at]!, 'interfaces.'),
    ...reportedMacSource(rows[at]!),
  }));
}

/**
 * Checks the services of a report and returns their columns. `sourceConfidence` and `sourceReason` say how a service
 * was recognized.
 */
const checkedReportedServices = (rows: NonNullable<ReportHost['services']>) =>
  checkedServices(rows).map((row, index) => {
    const { confidence, reason } = rows[index]!.match ?? {};
    return { ...row, sourceConfidence: confidence ?? null, sourceReason: confidence ? (reason ?? null) : null };
  });

const checkedSubnets = (rows: NonNullable<ReportHost['subnets']>) =>
  rows.map(({ id, name, cidr, subnetType, virtualizationServiceId = null }) => {
    return { id, name, cidr: canonicalCidr('subnets.cidr', cidr), subnetType, virtualizationServiceId };
  });
export type CheckedSubnet = ReturnType<typeof checkedSubnets>[number];

/**
 * Checks a report and returns its columns. `cidrs` are the CIDRs of the stored subnets to which its addresses refer;
 * subnets in the report are added.
 */
export function checkedReport(input: ReportHost, cidrs: ReadonlyMap<string, string>) {
  const bindings = (input.services ?? []).reduce((sum, service) => sum + (service.bindings?.length ?? 0), 0);
  assertRange('services.bindings', bindings, 0, maximumRows);
  const subnets = checkedSubnets(input.subnets ?? []);
  const cidrById = subnets.flatMap(({ id, cidr }) => (id ? [[id, cidr] as const] : []));
  return {
    host: reportedHostColumns(input),
    subnets,
    ipAddresses: checkedIpAddresses(input.ipAddresses ?? [], new Map([...cidrs, ...cidrById])).map((row, at) => ({
      ...row,
      ...reportedMacSource(input.ipAddresses![at]!),
    })),
    ports: checkedPorts(input.ports ?? []).map((row, at) => ({
      ...row,
      ...certificateToColumns(input.ports![at]!.certificate),
      ...hostKeysToColumn(input.ports![at]!.sshHostKeys),
    })),
    interfaces: checkedReportedInterfaces(input.interfaces ?? []),
    services: checkedReportedServices(input.services ?? []),
    evidence: checkedEvidence(input),
    arp: checkedArp(input),
    virtualAddresses: virtualAddressSet(input),
  };
}
export type CheckedReport = ReturnType<typeof checkedReport>;
