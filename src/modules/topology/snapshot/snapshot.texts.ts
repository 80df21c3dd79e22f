// Descriptions of snapshots, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    snapshotId: 'Id of the snapshot that it is pinned to; null for the live topology.',
  },
});
