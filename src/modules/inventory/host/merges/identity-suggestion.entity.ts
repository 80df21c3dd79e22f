// Declares suggestions that two hosts are one machine as an entity, with the model of host merges.
import { defineEntity } from '../../../../data/model/entity-manifest';

export const identitySuggestionManifest = defineEntity('IdentitySuggestion', {
  parts: ['HostMerge'],
});
