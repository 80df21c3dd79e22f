// Descriptions of the dashboard, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    hostCount: 'Number of hosts.',
    serviceCount: 'Number of services.',
    daemonCount: 'Number of daemons.',
  },
});
