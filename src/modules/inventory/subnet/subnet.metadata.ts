// Metadata (names, descriptions, icons) of the types of subnets.
import { registerMetadata } from '../../../graphql/descriptions/metadata';
import { subnetTypes } from '../shared/subnet-types';

registerMetadata(
  'subnetTypes',
  Object.entries(subnetTypes).map(([id, { label, description, icon, color }]) => ({
    ...{ id, name: label, description, icon, color },
  })),
);
