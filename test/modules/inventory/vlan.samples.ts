// Sample rows of VLANs.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_vlan: (side) => ({
      name: nextName(side, 'vlan'),
      network_id: side.networkId,
      organization_id: side.organizationId,
      vlan_number: 1000 + side.next(),
    }),
    create_vlan_discovery: (side) => ({ network_id: side.networkId, vlans: [{ vlanNumber: 77, name: 'Seen' }] }),
  },
};
