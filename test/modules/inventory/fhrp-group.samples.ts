// Sample rows of FHRP groups.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, block, number, ...ids }) => {
    const redundant = { networkId, virtualAddresses: [`${block}.254`] };
    // API examples are recorded from these rows, so their texts should be realistic.
    const groupId = await add('FhrpGroup', { ...redundant, namespace: '', protocol: 'Vrrp3', groupNumber: number });
    await add('FhrpMember', {
      ...{ ...redundant, groupId, hostId: ids.hostId, interfaceId: ids.interfaceId },
      ...{ state: 'Master', priority: number % 256 },
    });
    await add('FhrpMember', {
      ...{ ...redundant, groupId, hostId: ids.otherHostId, interfaceId: ids.otherInterfaceId },
      ...{ state: 'Backup', priority: null },
    });
  },
  operations: {
    list_fhrp_groups: 'routers that share virtual addresses',
    get_fhrp_group_by_id: 'one of these groups',
    export_fhrp_groups_csv: 'spreadsheets read them',
  },
};
