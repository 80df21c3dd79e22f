// Recognizes a network card by its MAC address, because SNMP, SSH and other data sources name its port differently.
import { isStationMac } from './identifiers';
import { aggregateType, virtualTypes } from './interface-types';

/**
 * Names of bridges, aggregates, VLAN and other interfaces that have the MAC address of a network card below them. Their
 * names are tested, because their ifType may be that of a network card.
 */
const softwareName = /^(?:br|bridge|vmbr|virbr|bond|team|vlan|port-channel|po|ae|lag)[-_.]?\d|^br-/i;
/** Subinterfaces of IEEE 802.1Q, alias addresses and units, such as `eth0.10`, `eth0:1` and `ge-0/0/1.0`. */
const subinterfaceName = /[.:@]\d+$/;

export interface CardPort {
  readonly mac?: string | null | undefined;
  /** ifType of IANAifType-MIB. */
  readonly type?: number | null | undefined;
  readonly name?: string | null | undefined;
}

/**
 * The MAC address of a port, in lower case, if the port is a network card. Null for virtual interfaces (bridges,
 * aggregates, VLANs), which use the MAC address of one of their ports. Several network cards of a machine may have one
 * address, such as the members of an aggregate.
 */
export function macOfCard({ mac, type, name }: CardPort): string | null {
  const address = mac?.toLowerCase();
  const isVirtual = type === aggregateType || virtualTypes.has(type);
  const isNamedVirtual = name != null && (softwareName.test(name) || subinterfaceName.test(name));
  return isStationMac(address) && !isVirtual && !isNamedVirtual ? address : null;
}
