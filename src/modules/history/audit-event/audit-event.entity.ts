// Declares the entity AuditEvent: the conflict errors (409) of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

const restoreConflicts = {
  restore_conflict: 'rows cannot come back; `conflicts` names each with its code.',
  restore_too_large: 'the change has more rows than can be restored at once.',
};

export const auditEventManifest = defineEntity('AuditEvent', {
  conflicts: {
    restoreRevision: {
      ...restoreConflicts,
      entity_changed: 'the row was changed after `expected_updated_at`.',
    },
    undoChange: restoreConflicts,
  },
});
