// Declares snapshots as an entity: its parts, unique constraints, and conflicts of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const snapshotManifest = defineEntity('Snapshot', {});
