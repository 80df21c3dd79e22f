// Declares snapshots as an entity: the models of a snapshot's parts, unique constraints, and conflict errors of
// mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const snapshotManifest = defineEntity('Snapshot', {});
