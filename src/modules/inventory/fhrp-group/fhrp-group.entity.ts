// Declares FHRP groups as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const fhrpGroupManifest = defineEntity('FhrpGroup', {
  parts: ['FhrpMember'],
  historyName: `concat_ws(' ', r.protocol::text, r.group_number::text)`,
  readTable: { rows: 'FhrpMember' },
});
