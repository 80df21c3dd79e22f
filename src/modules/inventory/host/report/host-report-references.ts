// Checks a report's references to stored rows outside of the report: whether the viewer may read the rows, and later
// whether the rows belong to the reported host.
import { presentIds, requireOnHost } from '../../../../data/tenancy/references';
import { requireAllVisible, type Db } from '../../../../data/tenancy/rows';
import { requireRuntimes } from '../../shared/service-parts';
import { requireHostReferences } from '../consolidation/host-references';
import type { ReportHost } from './host-report.input';

const idsOf = (rows: readonly { id?: string | null }[] | null | undefined) =>
  new Set(presentIds((rows ?? []).map(({ id }) => id)));

/**
 * Returns the ids of addresses and ports to which the report refers without containing them. Such addresses and ports
 * must be stored parts of the reported host.
 */
function storedParts({ ipAddresses, ports, services, interfaces }: ReportHost) {
  const bindings = (services ?? []).flatMap((service) => service.bindings ?? []);
  const reportedIds = { addresses: idsOf(ipAddresses), ports: idsOf(ports) };
  const outside = (ids: readonly (string | null | undefined)[], inside: ReadonlySet<string>) =>
    presentIds(ids).filter((id) => !inside.has(id));
  return {
    onInterfaces: outside(
      (interfaces ?? []).map(({ ipAddressId }) => ipAddressId),
      reportedIds.addresses,
    ),
    boundAddresses: outside(
      bindings.map(({ ipAddressId }) => ipAddressId),
      reportedIds.addresses,
    ),
    boundPorts: outside(
      bindings.map(({ portId }) => portId),
      reportedIds.ports,
    ),
  };
}

/**
 * Throws if the viewer may not read a row to which the report refers. Resolves with the CIDRs of stored subnets to
 * which the report refers, by id.
 */
export async function requireReportReferences(db: Db, input: ReportHost): Promise<ReadonlyMap<string, string>> {
  const { networkId, virtualizationServiceId } = input.host;
  const { onInterfaces, boundAddresses, boundPorts } = storedParts(input);
  await requireAllVisible(db, 'IpAddress', [...onInterfaces, ...boundAddresses]);
  await requireAllVisible(db, 'Port', boundPorts);
  const runtimes = (input.subnets ?? []).map((subnet) => subnet.virtualizationServiceId);
  await requireRuntimes(db, runtimes, networkId, 'subnets.virtualizationServiceId');
  const subnets = idsOf(input.subnets);
  return requireHostReferences(
    db,
    { networkId },
    {
      virtualizationServiceId,
      ipAddresses: (input.ipAddresses ?? []).filter(({ subnetId }) => !subnets.has(subnetId)),
      services: (input.services ?? []).map((service) => ({ ...service, bindings: [] })),
      interfaces: (input.interfaces ?? []).map(({ nativeVlanId, vlanIds }) => ({
        ...{ ifIndex: 0, ifDescr: '' },
        ...{ nativeVlanId, vlanIds },
      })),
    },
  );
}

/**
 * Throws 400 `entity_reference_invalid` unless all referenced stored parts belong to the host. For a new host (`hostId`
 * undefined), every reference to a stored part is invalid.
 */
export async function requireStoredParts(db: Db, hostId: string | undefined, input: ReportHost): Promise<void> {
  const { onInterfaces, boundAddresses, boundPorts } = storedParts(input);
  await requireOnHost(db, 'IpAddress', hostId, onInterfaces, undefined, 'interfaces.ipAddressId');
  await requireOnHost(db, 'IpAddress', hostId, boundAddresses, undefined, 'services.bindings.ipAddressId');
  await requireOnHost(db, 'Port', hostId, boundPorts, undefined, 'services.bindings.portId');
}
