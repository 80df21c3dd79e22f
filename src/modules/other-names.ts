// Alternative names of collections and fields in REST, such as `sites` for `networks`. No other file declares such
// names.
import type { OtherNames } from '../rest/documents/other-names';
import type { OtherCollection } from '../rest/other-names';

/**
 * Alternative names that a user or a user API key may send at every path. If a request has an alternative name, the
 * response has both names.
 */
export const acceptedNames: OtherNames = { site_id: 'network_id', site_ids: 'network_ids' };

export const otherCollections: readonly OtherCollection[] = [
  {
    ...{ collection: 'networks', other: 'sites', names: acceptedNames },
    nouns: [
      ['Networks', 'Network'],
      ['Sites', 'Site'],
    ],
  },
  {
    ...{ collection: 'groups', other: 'dependencies', names: { dependency_type: 'group_type' } },
    nouns: [
      ['Groups', 'Group'],
      ['Dependencies', 'Dependency'],
    ],
  },
  {
    ...{ collection: 'interfaces', other: 'if-entries', names: {} },
    nouns: [
      ['Interfaces', 'Interface'],
      ['IfEntries', 'IfEntry'],
    ],
  },
];
