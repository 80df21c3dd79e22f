// Sample rows of link decisions.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, organizationId, personId, hostId, interfaceId, otherInterfaceId }) => {
    const decisionColumns = { networkId, organizationId, createdByUserId: personId };
    await add('LinkDecision', {
      ...decisionColumns,
      interfaceId,
      remoteInterfaceId: otherInterfaceId,
      verdict: 'Confirmed',
    });
    await add('LinkDecision', {
      ...decisionColumns,
      interfaceId: otherInterfaceId,
      remoteHostId: hostId,
      verdict: 'Refuted',
    });
  },
  cases: {
    create_link_decision: async (side) => ({
      network_id: side.networkId,
      interface_id: await side.create('create_interface'),
      remote_host_id: await side.create('create_host'),
      verdict: 'Proposed',
    }),
  },
  operations: {
    list_link_decisions: 'links that people propose, confirm or refute',
    create_link_decision: 'one of them',
    get_link_decision_by_id: 'one of them',
    delete_link_decision: 'taking one back',
    bulk_delete_link_decisions: 'taking several back',
    export_link_decisions_csv: 'spreadsheets read them',
  },
};
