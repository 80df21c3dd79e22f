// Sample rows and sample requests of racks, for the generated suites.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: ({ add, networkId }) => add('Rack', { networkId }),
  cases: { create_rack: (side) => ({ name: nextName(side, 'rack'), network_id: side.networkId }) },
  operations: {
    list_racks: 'places of hosts',
    create_rack: 'one of them',
    get_rack_by_id: 'one of them',
    update_rack: 'one of them',
    delete_rack: 'one of them',
    bulk_delete_racks: 'several of them',
    export_racks_csv: 'spreadsheets read them',
  },
};
