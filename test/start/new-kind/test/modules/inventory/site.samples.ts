// Sample rows and sample requests of sites, for the generated suites.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: ({ add, networkId }) => add('Site', { networkId }),
  cases: { create_site: (side) => ({ name: nextName(side, 'site'), network_id: side.networkId }) },
  operations: {
    list_sites: 'places of hosts',
    create_site: 'one of them',
    get_site_by_id: 'one of them',
    update_site: 'one of them',
    delete_site: 'one of them',
    bulk_delete_sites: 'several of them',
    export_sites_csv: 'spreadsheets read them',
  },
};
