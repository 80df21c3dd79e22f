// Sample rows of plans.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, organizationId, personId, hostId }) => {
    await add('Plan', {
      ...{ networkId, organizationId, createdByUserId: personId },
      changes: [{ kind: 'HostFails', hostId }],
    });
  },
  cases: {
    create_plan: (side) => ({
      network_id: side.networkId,
      name: nextName(side, 'plan'),
      changes: [
        { hostFails: { hostId: side.id('Host') } },
        { vlansSet: { interfaceId: side.id('Interface'), taggedVlanIds: [side.id('Vlan')] } },
      ],
    }),
    what_if_of_plan: (side) => ({ id: side.id('Plan') }),
  },
  operations: {
    list_plans: 'what people mean to change',
    create_plan: 'one of them',
    get_plan_by_id: 'one of them',
    update_plan: 'one of them',
    delete_plan: 'one of them',
    bulk_delete_plans: 'several of them',
    export_plans_csv: 'spreadsheets read them',
    what_if_of_plan: 'what a plan would do, and how much of it has been done',
  },
};
