// Sample rows of histories.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    get_network_diff: ({ networkId }) => ({ id: networkId, from: '2020-01-01T00:00:00Z', kinds: ['VLAN'] }),
    export_network_diff_csv: ({ networkId }) => ({ id: networkId, from: '2020-01-01T00:00:00Z', kinds: ['VLAN'] }),
    // A time in the future means the present state, so this restore changes nothing.
    restore_revision: async (side) => ({
      kind: 'VLAN',
      id: await side.create('create_vlan'),
      at: '2199-01-01T00:00:00Z',
    }),
    undo_change: ({ id }) => ({ event_id: id('AuditEvent'), is_preview: true }),
  },
  operations: {
    restore_revision: 'a row is as it was, when somebody has changed or deleted it by mistake',
    undo_change: 'all rows of one change are as they were',
    get_network_diff: 'what is not as it was',
    export_network_diff_csv: 'spreadsheets read it',
    get_binding_history: 'the states of a row, who brought them and when',
    export_binding_history_csv: 'spreadsheets read it',
    get_group_history: 'the states of a row, who brought them and when',
    export_group_history_csv: 'spreadsheets read it',
    get_host_history: 'the states of a row, who brought them and when',
    export_host_history_csv: 'spreadsheets read it',
    get_interface_history: 'the states of a row, who brought them and when',
    export_interface_history_csv: 'spreadsheets read it',
    get_ip_address_history: 'the states of a row, who brought them and when',
    export_ip_address_history_csv: 'spreadsheets read it',
    get_port_history: 'the states of a row, who brought them and when',
    export_port_history_csv: 'spreadsheets read it',
    get_service_history: 'the states of a row, who brought them and when',
    export_service_history_csv: 'spreadsheets read it',
    get_subnet_history: 'the states of a row, who brought them and when',
    export_subnet_history_csv: 'spreadsheets read it',
    get_tag_history: 'the states of a row, who brought them and when',
    export_tag_history_csv: 'spreadsheets read it',
    get_vlan_history: 'the states of a row, who brought them and when',
    export_vlan_history_csv: 'spreadsheets read it',
  },
};
