// Builds small networks for tests of link resolution.
import type {
  AddressRow,
  EvidenceRow,
  HostRow,
  Inventory,
  PortRow,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';

/**
 * A host. By convention, the host `a` has the id `a`, its ports have ids such as `a/1`, and addresses are their own
 * ids.
 */
export const host = (id: string, fields: Partial<HostRow> = {}): HostRow => ({
  ...{ id, chassisId: null, sysName: null, isInferred: false },
  ...fields,
});
export const port = (id: string, fields: Partial<PortRow> = {}): PortRow => ({
  ...{ id, hostId: id.split('/')[0]!, ifIndex: null, ifName: null, ifDescr: null, ifAlias: null },
  ...{ macAddress: null, ipAddressId: null, ifType: null, fdbMacs: [], fdbReadAt: null, lastRunId: null },
  ...{ arpMacs: [], arpReadAt: null, isAggregate: false },
  ...{ isDown: false, seenAt: new Date('2026-11-21T00:00:00Z') },
  ...fields,
});
export const address = (hostId: string, ipAddress: string, macAddress: string | null = null): AddressRow => ({
  ...{ id: ipAddress, hostId, ipAddress, macAddress, subnetId: null },
  seenAt: new Date('2026-11-21T00:00:00Z'),
});

const silent = {
  ...{ chassisId: null, portId: null, portDescription: null, deviceId: null, devicePort: null },
  ...{ sysName: null, managementAddress: null, observedAt: new Date('2026-11-21T00:00:00Z') },
};
let records = 0;
export const lldp = (interfaceId: string, fields: Partial<EvidenceRow>): EvidenceRow => ({
  ...silent,
  ...{ id: `record ${(records += 1)}`, interfaceId, protocol: 'LLDP' },
  ...fields,
});
export const cdp = (interfaceId: string, fields: Partial<EvidenceRow>): EvidenceRow => ({
  ...silent,
  ...{ id: `record ${(records += 1)}`, interfaceId, protocol: 'CDP' },
  ...fields,
});

export const network = (rows: Partial<Inventory>): Inventory => ({
  ...{ hosts: [], addresses: [], ports: [], evidence: [], stored: [], decisions: [], staleBefore: new Date(0) },
  ...rows,
});

export const mac = (number: number): string => `00:1b:21:00:00:${number.toString(16).padStart(2, '0')}`;
