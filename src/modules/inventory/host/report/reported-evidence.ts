// Collects the evidence that identifies a created or reported host.
import { isBridge } from '../../shared/subnet-types';
import type { EvidenceKind, IdentityAddress, MachineEvidence } from '../../identity/identity';
import type { ReasonedHost } from '../../identity/judge';

type Columns = Omit<MachineEvidence, 'addresses' | 'portMacs' | 'daemonIds' | 'machineId'> & {
  readonly virtualizationServiceId?: string | null;
  readonly vmId?: string | null;
};
type Address = Omit<IdentityAddress, 'ipAddress'> & { readonly ipAddress?: string };
interface Parts {
  readonly ipAddresses?: readonly Address[] | undefined;
  readonly interfaces?: readonly { readonly macAddress?: string | null }[] | undefined;
  /** Virtual addresses of the first hop redundancy groups of which the host is a member. */
  readonly virtualAddresses?: ReadonlySet<string>;
}

/** Returns the evidence that identifies a host. `subnetTypes` has the types of known subnets, by subnet id. */
export function collectEvidence(
  host: Columns,
  { ipAddresses = [], interfaces = [], virtualAddresses }: Parts,
  subnetTypes: ReadonlyMap<string, string> = new Map(),
): MachineEvidence {
  const { virtualizationServiceId: runtimeId, vmId } = host;
  return {
    ...host,
    addresses: ipAddresses.map((one) => ({
      ...one,
      ipAddress: one.ipAddress!,
      isOnBridge: isBridge({ subnetType: subnetTypes.get(one.subnetId) ?? '' }),
      ...(virtualAddresses?.has(one.ipAddress!) && { isVirtual: true }),
    })),
    portMacs: interfaces.flatMap(({ macAddress }) => macAddress ?? []),
    machineId: runtimeId && vmId ? { runtimeId, id: vmId } : null,
  };
}

const fields: Partial<Record<EvidenceKind, string>> = {
  RowId: 'id',
  MachineId: 'vmId',
  SerialNumber: 'serialNumber',
  ChassisId: 'chassisId',
  LocalChassisId: 'chassisId',
  MacAddress: 'macAddress',
  SystemName: 'sysName',
  ManagementAddress: 'managementUrl',
};

/**
 * For the error that a host exists already: returns the input field and value by which the stored host was recognized.
 * An IP address is preferred to all other evidence.
 */
export function decidingField({ reasons }: ReasonedHost): { field: string; value: string } {
  const reason = reasons.find(({ evidence }) => evidence === 'Address') ?? reasons[0]!;
  return { field: fields[reason.evidence] ?? 'ipAddress', value: reason.values[0]! };
}
