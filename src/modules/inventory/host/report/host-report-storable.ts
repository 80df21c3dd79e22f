// Reduces a report to the parts that can be stored. Invalid parts are dropped, together with references to them.
import { assertInsideNetwork, canonicalCidr, canonicalIpAddress } from '../../../../platform/text/addresses';
import { accepts } from '../../../../platform/text/validation';
import { presentIds, type Id } from '../../../../data/tenancy/references';
import type { Db } from '../../../../data/tenancy/rows';
import { mayRunContainers, requireServiceDefinition } from '../../shared/service-definitions';
import { isBridge } from '../../shared/subnet-types';
import { hasEvidence } from './host-report-evidence';
import { maximumRows, type ReportHost } from './host-report.input';

type List<L extends 'ipAddresses' | 'ports' | 'services' | 'interfaces' | 'subnets'> = NonNullable<ReportHost[L]>;

/** Rows of the database to which the reports refer and which are in the network. */
interface ReferencedRows {
  /** CIDRs of subnets, by id. */
  readonly cidrs: ReadonlyMap<string, string>;
  readonly vlans: ReadonlySet<string>;
  /** For each service id, whether the service may run containers. */
  readonly services: ReadonlyMap<string, boolean>;
  /** Ids of the host's stored addresses and ports to which the report refers. */
  readonly parts: ReadonlySet<string>;
}

/** The reports without invalid parts, and the CIDRs of the stored subnets to which the reports refer, by subnet id. */
export interface Storable {
  readonly inputs: readonly ReportHost[];
  readonly cidrs: ReadonlyMap<string, string>;
}

/**
 * Removes from reports of one network what cannot be stored. A report that contains the id of its host must be the only
 * report in `reports`.
 */
export async function storableReports(db: Db, reports: readonly ReportHost[]): Promise<Storable> {
  const knownIds = await knownTo(db, reports);
  return { inputs: reports.map((input) => storableParts(input, knownIds)), cidrs: knownIds.cidrs };
}

function storableParts(input: ReportHost, network: ReferencedRows): ReportHost {
  const reportedCidrs = (input.subnets ?? []).flatMap((row) =>
    row.id && isCidr(row.cidr) ? [[row.id, row.cidr] as const] : [],
  );
  const knownIds = { ...network, cidrs: new Map([...network.cidrs, ...reportedCidrs]) };
  const addresses = distinct(
    input.ipAddresses ?? [],
    ({ subnetId, ipAddress }) => `${subnetId} ${canonicalIp(ipAddress)}`,
  );
  const ports = distinct(input.ports ?? [], ({ number, protocol }) => `${number} ${protocol}`);
  const ipAddresses = addresses.rows.filter((row) => isInside(row, knownIds));
  const ownIds = { addresses: idsOf(ipAddresses), ports: idsOf(ports.rows) };
  const addressOf = referenceTo(addresses.renamed, ownIds.addresses, knownIds);
  const portOf = referenceTo(ports.renamed, ownIds.ports, knownIds);
  const services = storableServices(input.services ?? [], { addressOf, portOf }, knownIds);
  const runtimeIds = idsOf(services.filter(isIdentifiableRuntime));
  const interfaces = storableInterfaces(input.interfaces ?? [], addressOf, knownIds);
  const { virtualizationServiceId } = input.host;
  return {
    ...input,
    host: {
      ...input.host,
      virtualizationServiceId:
        virtualizationServiceId && knownIds.services.has(virtualizationServiceId) ? virtualizationServiceId : undefined,
    },
    ipAddresses: inPlace(ipAddresses),
    ports: ports.rows,
    services: inPlace(services),
    // A list without a storable interface, even if marked as complete, does not mean that the device has none.
    interfaces: interfaces.length > 0 ? interfaces : undefined,
    subnets: input.subnets
      ?.filter(({ cidr }) => isCidr(cidr))
      .map((subnet) => {
        const runtime = subnet.virtualizationServiceId;
        const isKnown = runtime && (knownIds.services.get(runtime) || (isBridge(subnet) && runtimeIds.has(runtime)));
        return { ...subnet, virtualizationServiceId: isKnown ? runtime : undefined };
      }),
  };
}

async function knownTo(db: Db, reports: readonly ReportHost[]): Promise<ReferencedRows> {
  const { networkId, id: hostId } = reports[0]!.host;
  const all = <R>(listOf: (report: ReportHost) => readonly R[] | null | undefined): R[] =>
    reports.flatMap((report) => listOf(report) ?? []);
  const [services, interfaces] = [all((one) => one.services), all((one) => one.interfaces)];
  const within = (ids: readonly string[]) => ({ networkId, id: { in: [...ids] } });
  const referencingRows = [...reports.map(({ host }) => host), ...services, ...all((one) => one.subnets)];
  const runtimes = referencingRows.map((row) => row.virtualizationServiceId);
  const vlanIds = interfaces.flatMap(({ nativeVlanId, vlanIds: taggedVlanIds }) => [
    nativeVlanId,
    ...(taggedVlanIds ?? []),
  ]);
  const bound = services.flatMap(({ bindings }) => bindings ?? []);
  const addressIds = [...bound, ...interfaces].map(({ ipAddressId }) => ipAddressId);
  const id = { select: { id: true } };
  const storedSubnets = await ifAny(
    all((one) => one.ipAddresses).map(({ subnetId }) => subnetId),
    (ids) => db.subnet.findMany({ where: within(ids), select: { id: true, cidr: true } }),
  );
  const vlans = await ifAny(vlanIds, (ids) => db.vlan.findMany({ where: within(ids), ...id }));
  const runtimeRows = await ifAny(runtimes, (ids) =>
    db.service.findMany({ where: within(ids), select: { id: true, serviceDefinition: true } }),
  );
  const parts = hostId
    ? [
        ...(await ifAny(addressIds, (ids) => db.ipAddress.findMany({ where: { ...within(ids), hostId }, ...id }))),
        ...(await ifAny(
          bound.map(({ portId }) => portId),
          (ids) => db.port.findMany({ where: { ...within(ids), hostId }, ...id }),
        )),
      ]
    : [];
  return {
    cidrs: new Map(storedSubnets.map((row) => [row.id, row.cidr])),
    vlans: new Set(vlans.map((row) => row.id)),
    services: new Map(runtimeRows.map((row) => [row.id, mayRunContainers(row.serviceDefinition)])),
    parts: new Set(parts.map((row) => row.id)),
  };
}

async function ifAny<R>(ids: readonly Id[], read: (ids: readonly string[]) => Promise<R[]>): Promise<R[]> {
  const distinctIds = [...new Set(presentIds(ids))];
  return distinctIds.length === 0 ? [] : read(distinctIds);
}

const idsOf = (rows: readonly { id?: Id }[]): ReadonlySet<string> => new Set(presentIds(rows.map(({ id }) => id)));
const canonicalIp = (ip: string): string => canonicalIpAddress('ipAddress', ip);
const isCidr = (cidr: string): boolean => accepts(() => canonicalCidr('cidr', cidr));

function isInside({ subnetId, ipAddress }: List<'ipAddresses'>[number], { cidrs }: ReferencedRows): boolean {
  const cidr = cidrs.get(subnetId);
  return cidr !== undefined && accepts(() => assertInsideNetwork(ipAddress, cidr));
}

/**
 * Removes rows that have the same id or key as an earlier row. References to a removed row must lead to the earlier
 * row: `renamed` maps the id of the removed row to the id of the earlier row.
 */
function distinct<R extends { id?: Id }>(rows: readonly R[], keyOf: (row: R) => string | null) {
  const replacementIds = new Map<string, Id>();
  const byKey = new Map<string, R>();
  const ids = new Set<string>();
  const distinctRows = rows.filter((row) => {
    const key = keyOf(row);
    const first = key === null ? undefined : byKey.get(key);
    if (first && row.id && row.id !== first.id) replacementIds.set(row.id, first.id);
    if (first || (row.id && ids.has(row.id))) return false;
    if (key !== null) byKey.set(key, row);
    if (row.id) ids.add(row.id);
    return true;
  });
  return { rows: distinctRows, renamed: replacementIds };
}

/**
 * Returns the id of the address or port that a reference in the report means; undefined if the host has no such row.
 */
type Reference = (id: string) => string | undefined;
const referenceTo =
  (replacementIds: ReadonlyMap<string, Id>, ownIds: ReadonlySet<string>, { parts }: ReferencedRows): Reference =>
  (id) => {
    const target = replacementIds.has(id) ? replacementIds.get(id) : id;
    return target && (ownIds.has(target) || parts.has(target)) ? target : undefined;
  };

function storableServices(
  serviceRows: List<'services'>,
  { addressOf, portOf }: { readonly addressOf: Reference; readonly portOf: Reference },
  knownIds: ReferencedRows,
): List<'services'> {
  const { rows } = distinct(serviceRows, () => null);
  const ownIds = idsOf(rows);
  let remaining = maximumRows;
  return rows.map(({ tags: _tags, virtualizationServiceId: runtime, ...service }) => {
    const isRuntime = runtime && runtime !== service.id && (ownIds.has(runtime) || knownIds.services.get(runtime));
    const bindings = (service.bindings ?? []).flatMap((binding) => {
      const ipAddressId = binding.ipAddressId ? addressOf(binding.ipAddressId) : null;
      const portId = binding.portId && binding.type !== 'IPAddress' ? portOf(binding.portId) : null;
      const isLost = ipAddressId === undefined || portId === undefined;
      const hasTarget = binding.type === 'Port' ? portId : (portId ?? ipAddressId);
      return isLost || !hasTarget ? [] : [{ id: binding.id, ipAddressId, portId }];
    });
    const fitting = bindings.slice(0, remaining);
    remaining -= fitting.length;
    return { ...service, bindings: fitting, ...(isRuntime && { virtualizationServiceId: runtime }) };
  });
}

/**
 * Returns the interfaces that can be stored: those with a name or an index. Of several interfaces with the same name,
 * only the first is stored, and so is the first of several interfaces without a name that have the same index.
 */
function storableInterfaces(
  interfaceRows: List<'interfaces'>,
  addressOf: Reference,
  { vlans }: ReferencedRows,
): List<'interfaces'> {
  const { rows } = distinct(
    interfaceRows.filter(({ ifName, ifIndex }) => ifName || ifIndex != null),
    ({ ifName, ifIndex }) => (ifName ? `name ${ifName}` : `index ${ifIndex}`),
  );
  return rows.map((row) => ({
    ...row,
    ipAddressId: row.ipAddressId ? addressOf(row.ipAddressId) : row.ipAddressId,
    nativeVlanId: row.nativeVlanId && vlans.has(row.nativeVlanId) ? row.nativeVlanId : undefined,
    vlanIds: row.vlanIds?.filter((id) => vlans.has(id)),
    neighborEvidence: row.neighborEvidence?.filter(hasEvidence),
  }));
}

/** Whether the service may run containers, and each report of it leads to the same stored service of its host. */
const isIdentifiableRuntime = ({ serviceDefinition }: List<'services'>[number]): boolean =>
  mayRunContainers(serviceDefinition) && !requireServiceDefinition(serviceDefinition).isGeneric;

/** Positions order the rows of a list. If a row has no position, the positions of all rows are removed. */
const inPlace = <R extends { position?: number | null }>(rows: R[]): R[] =>
  rows.every(({ position }) => position != null) ? rows : rows.map(({ position: _position, ...row }) => row as R);
