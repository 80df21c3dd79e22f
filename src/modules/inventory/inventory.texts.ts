// Descriptions that several kinds of inventory rows share, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../graphql/descriptions/texts';

registerTexts({
  enums: {
    EntitySourceType: {
      type: 'Origins of an entity.',
      values: {
        Manual: 'Entered by a user.',
        System: 'Created by the service.',
        Discovery: 'Found by a discovery.',
        DiscoveryWithMatch: 'Found by a discovery and identified with a confidence.',
        Imported: 'Imported from another system.',
        Inferred: 'Derived from what other devices report, such as an LLDP neighbour that was not scanned.',
        Unknown: 'Not recorded.',
      },
    },
    MatchConfidence: {
      type: 'Confidence of an identification.',
      values: {
        NotApplicable: 'Not an identification.',
        Low: 'Low.',
        Medium: 'Medium.',
        High: 'High.',
        Certain: 'Certain.',
      },
    },
  },
  fields: {
    entityType: 'Type of the entities.',
    entityId: 'Id of the entity.',
    icon: 'Key of an icon.',
    source: 'Origin of the row.',
    confidence: 'Confidence of the identification.',
    category: 'Category.',
  },
});
