// Declares identity suggestions as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../../data/model/entity-manifest';

export const identitySuggestionManifest = defineEntity('IdentitySuggestion', {
  parts: ['HostMerge'],
});
