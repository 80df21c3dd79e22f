// Kinds of interfaces by their number in IANAifType-MIB (ifType of IF-MIB).

/** propVirtual, a vendor's own virtual type: units of a port (Juniper), VLAN interfaces (Cisco). */
export const propVirtual = 53;
/** ieee80211 (wireless). */
export const wirelessType = 71;
/** ieee8023adLag (aggregates). */
export const aggregateType = 161;

/** Types without a physical port: softwareLoopback, propVirtual, tunnel, l2vlan, l3ipvlan, bridge. */
export const virtualTypes: ReadonlySet<number | null | undefined> = new Set([24, propVirtual, 131, 135, 136, 209]);
