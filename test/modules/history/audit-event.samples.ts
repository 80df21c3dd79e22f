// Sample rows of audit events.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  operations: {
    list_audit_events: 'who did what, for the Admins that the reference keeps it for',
    get_audit_event_by_id: 'one of them',
    export_audit_events_csv: 'spreadsheets read them',
  },
};
