// Ranges of VLAN ids and spanning tree instances in IEEE 802.1Q.

/**
 * VLAN IDs. 0 marks priority tags, and 4095 is reserved (IEEE 802.1Q, table 9-2). Inputs outside of these bounds are
 * refused with `validation_out_of_range`. A CHECK of the table `vlans` repeats the bounds.
 */
export const vlanNumbers = { min: 1, max: 4094 } as const;

/** Maximum number of VLANs of one bridge. */
export const maximumVlans = vlanNumbers.max - vlanNumbers.min + 1;

/** MSTP instances; 0 is the CIST (IEEE 802.1Q, 13.8). */
export const spanningTreeInstances = { min: 0, max: 4094 } as const;

/**
 * Whether the number is a valid VLAN id. The agent omits other numbers, so that they do not make its whole report
 * invalid.
 */
export const isVlanNumber = (number: number | undefined): number is number =>
  number !== undefined && number >= vlanNumbers.min && number <= vlanNumbers.max;
