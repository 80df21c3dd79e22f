// Descriptions of shares, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    share: 'The share.',
    options: 'Display options.',
    showZoomControls: 'Whether visitors see the zoom controls.',
    showInspectPanel: 'Whether visitors can open the details of a node.',
    showExportButton: 'Whether visitors can download the picture.',
    requiresPassword: 'Whether a password is required.',
    password: 'The password to check.',
  },
  arguments: {
    'publicShare.id': 'Id of the share.',
    'publicShareTopology.id': 'Id of the share.',
    'verifySharePassword.id': 'Id of the share.',
  },
});
