// Derives rows from cables: neighbor evidence, resolved links, addresses of ports, VLANs of subnets.
import type { Cabling, Report } from './cabling';
import type { HostDraft, PortDraft } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { NetworkRows } from './rows';

type Evidence = NetworkRows['neighbor_evidence'][number];

function portIdOf(port: PortDraft): Pick<Evidence, 'lldpPortIdSubtype' | 'lldpPortIdValue'> {
  const { row, host } = port;
  const subtype = host.device.lldpPortId ?? 'InterfaceName';
  const values = { InterfaceName: row.ifName, LocallyAssigned: String(row.ifIndex), MacAddress: row.macAddress };
  return { lldpPortIdSubtype: subtype, lldpPortIdValue: values[subtype] };
}

function evidenceOf({ about, protocol }: Report): Partial<Evidence> {
  const port = 'learned' in about ? about : undefined;
  const host: HostDraft = 'learned' in about ? about.host : about;
  const address = host.addresses[0]?.ipAddress ?? null;
  if (protocol === 'CDP') {
    return {
      cdpDeviceId: host.row.sysName,
      cdpPortId: port?.row.ifDescr ?? null,
      cdpPlatform: `cisco ${host.device.model}`,
      cdpAddress: address,
    };
  }
  // In LLDP, phones send their IP address as chassis ID, and the MAC address of their port as port ID.
  const chassis =
    port || address === null ? (['MacAddress', host.chassisMac] as const) : (['NetworkAddress', address] as const);
  return {
    lldpChassisIdSubtype: chassis[0],
    lldpChassisIdValue: chassis[1],
    ...(port ? portIdOf(port) : { lldpPortIdSubtype: 'MacAddress' as const, lldpPortIdValue: host.chassisMac }),
    lldpSysName: host.row.sysName ?? (host.row.sourceType === 'Inferred' ? host.row.name : null),
    lldpPortDesc: port ? port.row.ifDescr : 'WAN PORT',
    lldpMgmtAddr: address,
    lldpSysDesc: host.row.sysDescr ?? `${host.device.manufacturer} ${host.device.model}`,
  };
}

/**
 * Returns a function that computes what link resolution would find for a neighbor report: the neighbor's port or, if no
 * port is known, its host. `OneSided` means that the neighbor's port does not report this end.
 */
function outcomesOf(reports: readonly Report[]) {
  const idOf = ({ about }: Report) => ('learned' in about ? about.row.id : about.id);
  const reportedPairs = new Set(reports.map((report) => `${report.by.row.id} ${idOf(report)}`));
  return ({ by, about }: Report): Pick<Evidence, 'resolvedInterfaceId' | 'resolvedHostId' | 'reason'> => {
    if (!('learned' in about)) {
      const reason = about.row.sourceType === 'Inferred' ? 'UnknownChassis' : 'UnknownPort';
      return { resolvedInterfaceId: null, resolvedHostId: about.id, reason };
    }
    const isToldBack = [by.row.id, by.host.id].some((id) => reportedPairs.has(`${about.row.id} ${id}`));
    return { resolvedInterfaceId: about.row.id, resolvedHostId: null, reason: isToldBack ? null : 'OneSided' };
  };
}

const noEvidence = {
  lldpChassisIdSubtype: null,
  lldpChassisIdValue: null,
  lldpPortIdSubtype: null,
  lldpPortIdValue: null,
  lldpSysName: null,
  lldpPortDesc: null,
  lldpMgmtAddr: null,
  lldpSysDesc: null,
  cdpDeviceId: null,
  cdpPortId: null,
  cdpPlatform: null,
  cdpAddress: null,
};

function writeReports(network: NetworkDraft, reports: readonly Report[]): void {
  const { rows, scope } = network;
  const linkedPairs = new Set<string>();
  const outcomeOf = outcomesOf(reports);
  const speakLldp = new Set(reports.filter((one) => one.protocol === 'LLDP').map((one) => one.by));
  for (const report of reports) {
    const { by, about, protocol } = report;
    const remotePort = 'learned' in about ? about : undefined;
    const remoteId = remotePort?.row.id ?? (about as HostDraft).id;
    const times = { createdAt: by.row.createdAt, updatedAt: by.row.updatedAt };
    rows.neighbor_evidence.push({
      id: network.id(`evidence/${protocol}/${by.row.id}/${remoteId}`),
      ...times,
      networkId: scope.networkId,
      interfaceId: by.row.id,
      protocol,
      ...noEvidence,
      ...evidenceOf(report),
      ...outcomeOf(report),
    });
    const key = `${by.row.id}/${remoteId}`;
    if (linkedPairs.has(key)) continue;
    linkedPairs.add(key);
    rows.interface_neighbors.push({
      id: network.id(`neighbor/${key}`),
      ...times,
      validFrom: by.row.createdAt,
      networkId: scope.networkId,
      interfaceId: by.row.id,
      remoteInterfaceId: remotePort?.row.id ?? null,
      remoteHostId: remotePort ? null : remoteId,
      // LLDP takes precedence on a port with evidence of both LLDP and CDP.
      protocol: speakLldp.has(by) ? 'LLDP' : 'CDP',
    });
  }
}

/** Links addresses to the port with the same MAC address, if no other port of the host has that MAC address. */
function joinPortsToAddresses(network: NetworkDraft): void {
  for (const host of network.hosts) {
    const byMac = new Map<string, PortDraft[]>();
    for (const port of host.interfaces) {
      const mac = port.row.macAddress ?? '';
      byMac.set(mac, [...(byMac.get(mac) ?? []), port]);
    }
    for (const address of host.addresses) {
      const [port, another] = byMac.get(address.macAddress ?? '-') ?? [];
      if (!port || another || port.row.ipAddressId) continue;
      port.row.ipAddressId = address.id;
      port.row.ipConfigured = true;
    }
  }
}

/** Moves unused switch ports to a separate VLAN. Most of these ports are disabled. */
function parkUnusedPorts(network: NetworkDraft): void {
  const parking = network.vlans.get(999);
  for (const host of network.hosts) {
    if (!host.device.vlanPort || !host.device.bundle) continue;
    for (const port of host.interfaces) {
      if (port.isTaken || port.use !== 'access') continue;
      port.row.nativeVlanId = parking?.id ?? null;
      if (network.chance.happens(0.6)) port.row.adminStatus = 'Down';
      else if (network.chance.happens(0.05)) port.row.operStatus = 'NotPresent';
    }
  }
}

export function finishCabling(network: NetworkDraft, cabling: Cabling): void {
  parkUnusedPorts(network);
  writeReports(network, cabling.reports);
  joinPortsToAddresses(network);
}
