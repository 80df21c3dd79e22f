// Declares the entity ImportPlan: the models that belong to it, its unique constraints, and conflict errors (409).
import { defineEntity } from '../../../../data/model/entity-manifest';

export const importPlanManifest = defineEntity('ImportPlan', {
  parts: ['ImportPlanRow'],
  constraints: {
    import_plan_rows_plan_id_position_key: ['position', 'planId'],
  },
  conflicts: {
    planImport: { import_plans_exceeded: 'the organization has as many plans as it may have.' },
    applyImport: {
      entity_changed: 'a row that the plan rests on has changed, or has come.',
      import_in_progress: 'other imports are being applied to the network for longer than this one waits.',
    },
  },
});
