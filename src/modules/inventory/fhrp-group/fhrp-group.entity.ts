// Declares FHRP groups as an entity: the dependent model `FhrpMember`, whose rows a scan replaces per host, and the
// name in histories.
import { defineEntity } from '../../../data/model/entity-manifest';

export const fhrpGroupManifest = defineEntity('FhrpGroup', {
  parts: ['FhrpMember'],
  historyName: `concat_ws(' ', r.protocol::text, r.group_number::text)`,
  readTable: { rows: 'FhrpMember' },
});
