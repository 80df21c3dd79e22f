// Sample rows of import plans.
import { block } from '../../../support/sample-values';
import type { Samples } from '../../../support/samples';

export const samples: Samples = {
  cases: {
    plan_import: (side) => {
      const address = `${block(side)}.9`;
      return {
        network_id: side.networkId,
        file_name: 'neighbours.json',
        file: `[{"dst":"${address}","state":["REACHABLE"]}]`,
      };
    },
    get_import_plan_by_id: async (side) => ({ id: await side.create('plan_import') }),
    list_import_plan_rows: async (side) => ({ id: await side.create('plan_import') }),
    apply_import: async (side) => ({ id: await side.create('plan_import') }),
  },
  operations: {
    export_import_plans_csv: 'spreadsheets read them',
    plan_import: 'what importing a file would do, before it does it',
    list_import_plans: 'the plans of the last hour',
    get_import_plan_by_id: 'such a plan',
    list_import_plan_rows: 'its rows',
    apply_import: 'does what the plan says',
  },
};
