// Kinds of interfaces by their number in IANAifType-MIB (IF-MIB ifType).

/** propVirtual, a manufacturer's own virtual type: units of a port (Juniper), VLAN interfaces (Cisco). */
export const propVirtual = 53;
/** ieee80211. */
export const wirelessType = 71;
/** ieee8023adLag. */
export const aggregateType = 161;

/** Types without a physical port: softwareLoopback, propVirtual, tunnel, l2vlan, l3ipvlan, bridge. */
export const virtualTypes: ReadonlySet<number | null | undefined> = new Set([24, propVirtual, 131, 135, 136, 209]);
