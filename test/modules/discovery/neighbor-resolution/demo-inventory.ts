// Converts the rows of a generated network to the input of link resolution.
import type { NetworkRows } from '../../../../src/demo/network/rows';
import type {
  ChassisIdSubtype,
  Inventory,
  PortIdSubtype,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';

export const toInventory = (rows: NetworkRows): Inventory => ({
  hosts: rows.hosts.map((host) => ({
    id: host.id!,
    chassisId: host.chassisId ?? null,
    sysName: host.sysName ?? (host.sourceType === 'Inferred' ? host.name : null),
    isInferred: host.sourceType === 'Inferred',
  })),
  addresses: rows.ip_addresses.map(({ id, hostId, ipAddress, macAddress }) => ({
    ...{ id: id!, hostId, ipAddress, macAddress: macAddress ?? null, subnetId: null, seenAt: null },
  })),
  ports: rows.interfaces.map((port) => ({
    id: port.id!,
    hostId: port.hostId,
    ifIndex: port.ifIndex ?? null,
    ifName: port.ifName ?? null,
    ifDescr: port.ifDescr ?? null,
    ifAlias: port.ifAlias ?? null,
    macAddress: port.macAddress ?? null,
    ipAddressId: port.ipAddressId ?? null,
    ifType: port.ifType ?? null,
    isAggregate: rows.interfaces.some(({ aggregateId }) => aggregateId === port.id),
    fdbMacs: (port.fdbMacs ?? []) as string[],
    fdbReadAt: null,
    arpMacs: [],
    arpReadAt: null,
    lastRunId: null,
    isDown: port.operStatus === 'Down',
    seenAt: new Date(port.lastSeenAt as string | Date),
  })),
  stored: [],
  decisions: [],
  staleBefore: new Date(0),
  evidence: rows.neighbor_evidence.map((row) => ({
    id: row.id!,
    interfaceId: row.interfaceId,
    protocol: row.protocol,
    chassisId: row.lldpChassisIdSubtype
      ? { subtype: row.lldpChassisIdSubtype as ChassisIdSubtype, value: row.lldpChassisIdValue! }
      : null,
    portId: row.lldpPortIdSubtype
      ? { subtype: row.lldpPortIdSubtype as PortIdSubtype, value: row.lldpPortIdValue! }
      : null,
    portDescription: row.lldpPortDesc ?? null,
    deviceId: row.cdpDeviceId ?? null,
    devicePort: row.cdpPortId ?? null,
    sysName: row.lldpSysName ?? null,
    managementAddress: row.lldpMgmtAddr ?? row.cdpAddress ?? null,
    observedAt: new Date(row.updatedAt as string | Date),
  })),
});
