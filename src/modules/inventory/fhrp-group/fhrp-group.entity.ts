// The manifest of FHRP groups: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const fhrpGroupManifest = defineEntity('FhrpGroup', {
  parts: ['FhrpMember'],
  historyName: `concat_ws(' ', r.protocol::text, r.group_number::text)`,
  readTable: { rows: 'FhrpMember' },
});
