// Declares identity suggestions (two hosts may be one machine) as an entity, with the dependent model.
import { defineEntity } from '../../../../data/model/entity-manifest';

export const identitySuggestionManifest = defineEntity('IdentitySuggestion', {
  parts: ['HostMerge'],
});
