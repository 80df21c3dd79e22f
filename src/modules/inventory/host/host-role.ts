// Pure functions that derive a host's role in its network, such as router or printer. A role that a user has set takes
// precedence.
import type { HostRole, HostRoleSource } from '../../../generated/prisma/client';
import { requireServiceDefinition, type ServiceDefinition } from '../shared/service-definitions';

export interface Role {
  readonly role: HostRole;
  readonly roleSource: HostRoleSource;
}
/** Evidence from which a host's role is derived. */
export interface RoleEvidence {
  readonly sysObjectId?: string | null | undefined;
  /** Ids of the service definitions of software that runs on the host. */
  readonly software: readonly string[];
  readonly ports: readonly { readonly ifType?: number | null | undefined; readonly fdbMacs?: unknown }[];
}

/**
 * Prefixes of sysObjectID (SNMPv2-MIB, RFC 3418) that a vendor uses for only one kind of device, each with the role of
 * these devices.
 */
const roleOfObjects: readonly (readonly [prefix: string, role: HostRole])[] = [
  ['1.3.6.1.2.1.33', 'Ups'], // UPS-MIB, RFC 1628
  ['1.3.6.1.4.1.11.2.3.9', 'Printer'], // HP JetDirect
  ['1.3.6.1.4.1.253.8.62', 'Printer'], // Xerox
  ['1.3.6.1.4.1.311.1.1.3.1.1', 'Pc'], // Windows as a workstation
  ['1.3.6.1.4.1.311.1.1.3.1.2', 'Server'], // Windows Server
  ['1.3.6.1.4.1.311.1.1.3.1.3', 'Server'], // Windows Server as a domain controller
  ['1.3.6.1.4.1.318.1.3.2', 'Ups'], // APC Smart-UPS
  ['1.3.6.1.4.1.367.1.1', 'Printer'], // Ricoh
  ['1.3.6.1.4.1.368', 'Camera'], // Axis
  ['1.3.6.1.4.1.534.1', 'Ups'], // Eaton
  ['1.3.6.1.4.1.641', 'Printer'], // Lexmark
  ['1.3.6.1.4.1.1347.41', 'Printer'], // Kyocera
  ['1.3.6.1.4.1.2435.2.3.9', 'Printer'], // Brother
  ['1.3.6.1.4.1.6574', 'Storage'], // Synology
  ['1.3.6.1.4.1.6876.4', 'Hypervisor'], // VMware ESXi
  ['1.3.6.1.4.1.12356.101', 'Firewall'], // FortiGate
  ['1.3.6.1.4.1.14179.1', 'Controller'], // Cisco wireless LAN controllers
  ['1.3.6.1.4.1.24681', 'Storage'], // QNAP
  ['1.3.6.1.4.1.25461.2', 'Firewall'], // Palo Alto Networks
  ['1.3.6.1.4.1.41112.1.6', 'AccessPoint'], // Ubiquiti UniFi
];

/** Service definitions of software that runs on only one kind of device, each with the role of these devices. */
const roleOfSoftware: Readonly<Record<string, HostRole>> = {
  ...{ OPNsense: 'Firewall', pfSense: 'Firewall', 'palo-alto-firewall': 'Firewall', Firewall: 'Firewall' },
  ...{ Fortinet: 'Firewall', 'core-switch': 'Switch', Switch: 'Switch', 'cisco-catalyst': 'Switch' },
  ...{ 'Access Point': 'AccessPoint', 'aruba-access-point': 'AccessPoint', 'Unifi Access Point': 'AccessPoint' },
  ...{ 'TP-Link EAP': 'AccessPoint', 'Eero Repeater': 'AccessPoint', 'Fios Extender': 'AccessPoint' },
  ...{ 'Google Nest repeater': 'AccessPoint', 'wireless-lan-controller': 'Controller' },
  ...{ OpenMediaVault: 'Storage', 'QNAP NAS': 'Storage', 'Synology DSM': 'Storage', TrueNAS: 'Storage' },
  ...{ 'HP Printer': 'Printer', JetDirect: 'Printer', printer: 'Printer', 'ip-phone': 'Phone' },
  ...{ 'ip-camera': 'Camera', 'RTSP Camera': 'Camera', 'Ring Doorbell': 'Camera' },
};
/** Categories of software that any kind of device may run. Software of these categories does not indicate a role. */
const saysNothing: readonly ServiceDefinition['category'][] = [
  ...(['NetworkCore', 'NetworkAccess', 'RemoteAccess', 'Mobile', 'Printer', 'IoT', 'Industrial', 'VPN'] as const),
  ...(['OpenPorts', 'Unknown', 'Custom'] as const),
];

function roleOfOne(id: string): HostRole | undefined {
  const definition = requireServiceDefinition(id);
  const softwareRole = roleOfSoftware[id];
  if (softwareRole) return softwareRole;
  if (definition.isHypervisor) return 'Hypervisor';
  if (definition.isGateway) return 'Router';
  if (definition.category === 'Workstation') return 'Pc';
  return definition.isGeneric || saysNothing.includes(definition.category) ? undefined : 'Server';
}

/** For a role, further roles that devices of this role usually have. For example, a firewall is often also a router. */
const impliedBy: Readonly<Partial<Record<HostRole, readonly HostRole[]>>> = {
  Firewall: ['Router', 'Switch'],
  Router: ['AccessPoint', 'Switch'],
};
/** Roles that software indicates only weakly, because devices of any role may run the same software. */
const weak: readonly HostRole[] = ['Server', 'Pc'];

/**
 * Returns the roles that a host's software indicates. Roles of network devices, such as a firewall, take precedence
 * over Server and Pc.
 */
function rolesBySoftware(software: readonly string[]): readonly HostRole[] {
  const roles = [...new Set(software.flatMap((id) => roleOfOne(id) ?? []))];
  const devices = roles.filter((role) => !weak.includes(role));
  if (devices.length > 0) return devices.filter((role) => !devices.some((other) => impliedBy[other]?.includes(role)));
  return weak.filter((role) => roles.includes(role)).slice(0, 1);
}

/** Value of ifType for Ethernet: ethernetCsmacd (IANAifType-MIB). */
const ethernet = 6;
/** A device that has learned MAC addresses on at least `leastBridged` Ethernet ports is a bridge (IEEE 802.1D). */
const leastBridged = 3;

const bridges = ({ ports }: RoleEvidence): boolean =>
  ports.filter(({ ifType, fdbMacs }) => ifType === ethernet && Array.isArray(fdbMacs) && fdbMacs.length > 0).length >=
  leastBridged;

const isBelow = (objectId: string, prefix: string) => objectId === prefix || objectId.startsWith(`${prefix}.`);

/**
 * Returns the role according to the strongest available evidence: sysObjectID, then device software, then bridging
 * ports, then other software. Undefined if there is no evidence, or if the evidence indicates two kinds of device.
 */
export function derivedRole(evidence: RoleEvidence): Role | undefined {
  const { sysObjectId, software } = evidence;
  const objectId = sysObjectId?.replace(/^\./, '') ?? '';
  const [, byObject] = roleOfObjects.find(([prefix]) => isBelow(objectId, prefix)) ?? [];
  if (byObject) return { role: byObject, roleSource: 'SysObjectId' };
  const [role, other] = rolesBySoftware(software);
  if (other) return undefined;
  if ((!role || weak.includes(role)) && bridges(evidence)) return { role: 'Switch', roleSource: 'Ports' };
  return role && { role, roleSource: 'Software' };
}

/** Sources of a role, strongest first. */
const ranks: readonly HostRoleSource[] = ['Manual', 'Lldp', 'EntityMib', 'SysObjectId', 'Software', 'Ports'];

/**
 * Returns the columns of the derived role. Empty if no role was derived, or if the stored role has stronger evidence.
 */
export function newRole(
  storedHost: { readonly role: HostRole | null; readonly roleSource: HostRoleSource | null } | null,
  newDerivedRole: Role | undefined,
): Partial<Role> {
  if (!newDerivedRole) return {};
  const isWeaker =
    storedHost?.role != null &&
    storedHost.roleSource !== null &&
    ranks.indexOf(newDerivedRole.roleSource) > ranks.indexOf(storedHost.roleSource);
  return isWeaker ? {} : newDerivedRole;
}
