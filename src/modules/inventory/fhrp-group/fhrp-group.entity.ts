// Declares FHRP groups as an entity: the model `FhrpMember`, whose rows a scan reads for each host, and SQL for the
// name of a group in histories.
import { defineEntity } from '../../../data/model/entity-manifest';

export const fhrpGroupManifest = defineEntity('FhrpGroup', {
  parts: ['FhrpMember'],
  historyName: `concat_ws(' ', r.protocol::text, r.group_number::text)`,
  readTable: { rows: 'FhrpMember' },
});
