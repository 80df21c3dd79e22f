// Declares snapshots as an entity: models of its parts, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const snapshotManifest = defineEntity('Snapshot', {});
