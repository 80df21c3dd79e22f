// The manifest of identity suggestions: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../../data/model/entity-manifest';

export const identitySuggestionManifest = defineEntity('IdentitySuggestion', {
  parts: ['HostMerge'],
});
