// Declares identity suggestions as an entity: its parts, unique constraints, and conflicts of its mutations.
import { defineEntity } from '../../../../data/model/entity-manifest';

export const identitySuggestionManifest = defineEntity('IdentitySuggestion', {
  parts: ['HostMerge'],
});
