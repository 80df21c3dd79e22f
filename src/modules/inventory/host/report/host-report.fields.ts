// What a daemon may say of a host and its parts, checked and in the form that the database keeps.
import { cidrOf } from '../../../../platform/text/addresses';
import { AppError } from '../../../../errors';
import { assertLength, assertRange, blankToNull } from '../../../../platform/text/validation';
import { checkedHost, checkedInterfaces, checkedIpAddresses, checkedPorts, checkedServices } from '../host.fields';
import { checkedEvidence } from './host-report-evidence';
import { facts, sourceOfFact, type ReportHost } from './host-report.input';

/** Most rows of one kind in a report. */
const maximumRows = 10_000;

function checkedReportedHost(told: ReportHost['host']) {
  const texts = facts.flatMap((fact) => [fact, sourceOfFact(fact)]);
  for (const field of texts) if (told[field] != null) assertLength(`host.${field}`, told[field], 0, 255);
  return {
    ...checkedHost({ ...told, name: told.name ?? undefined }, 'host.'),
    virtualizationServiceId: told.virtualizationServiceId,
    ...(Object.fromEntries(texts.map((field) => [field, blankToNull(told[field])])) as Partial<
      Record<(typeof texts)[number], string | null>
    >),
  };
}

/** A port without a name and an index would be another one with each report. */
function checkedReportedInterfaces(rows: NonNullable<ReportHost['interfaces']>) {
  const indexes = new Set<number>();
  for (const { ifName, ifIndex } of rows) {
    if (ifName) continue;
    if (ifIndex == null) throw new AppError('validation_required', { field: 'interfaces.ifName' });
    if (indexes.has(ifIndex))
      throw new AppError('entity_already_exists', { entity: 'Interface', field: 'ifIndex', value: ifIndex });
    indexes.add(ifIndex);
  }
  return checkedInterfaces(
    rows.map(({ ifIndex, ifDescr, ...row }) => ({
      ...row,
      // Unlike a caller's ports, these may have none.
      ...({ ifIndex: ifIndex ?? undefined, ifDescr: ifDescr || undefined } as { ifIndex: number; ifDescr: string }),
    })),
  );
}

const checkedSubnets = (rows: NonNullable<ReportHost['subnets']>) =>
  rows.map(({ id, name, cidr, subnetType, virtualizationServiceId = null }) => {
    assertLength('subnets.name', name, 1, 100);
    if (!cidr.includes('/')) throw new AppError('validation_invalid_ip', { field: 'subnets.cidr' });
    return { id, name, cidr: cidrOf('subnets.cidr', cidr), subnetType, virtualizationServiceId };
  });
export type CheckedSubnet = ReturnType<typeof checkedSubnets>[number];

/** `cidrs` of the stored subnets that addresses name; those of the report come on top. */
export function checkedReport(input: ReportHost, cidrs: ReadonlyMap<string, string>) {
  for (const list of ['ipAddresses', 'ports', 'services', 'interfaces', 'subnets'] as const)
    assertRange(list, input[list]?.length ?? 0, 0, maximumRows);
  const bindings = (input.services ?? []).reduce((sum, service) => sum + (service.bindings?.length ?? 0), 0);
  assertRange('services.bindings', bindings, 0, maximumRows);
  const subnets = checkedSubnets(input.subnets ?? []);
  const reported = subnets.flatMap(({ id, cidr }) => (id ? [[id, cidr] as const] : []));
  return {
    host: checkedReportedHost(input.host),
    subnets,
    ipAddresses: checkedIpAddresses(input.ipAddresses ?? [], new Map([...cidrs, ...reported])),
    ports: checkedPorts(input.ports ?? []),
    interfaces: checkedReportedInterfaces(input.interfaces ?? []),
    services: checkedServices(input.services ?? []),
    evidence: checkedEvidence(input),
  };
}
export type CheckedReport = ReturnType<typeof checkedReport>;
