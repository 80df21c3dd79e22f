// Descriptions of users, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    UserOrgPermissions: {
      metadata: 'permissions',
      type: 'Roles in an organization: Owner, Admin, Member, Viewer. Each includes the rights of the lower ones.',
    },
  },
  fields: {
    userId: 'Id of its user.',
    createdBy: 'Id of the user who created it; null after that user is deleted.',
    hasPassword: 'Whether a password is set. The password itself is never readable.',
    permissions: 'Role in the organization.',
    emailSettings: 'Notifications by e-mail.',
    emailVerified: 'Whether the e-mail address is verified.',
    discoveryDigest: 'Summaries of finished discoveries.',
    daemonAlerts: 'Alerts about daemons that cannot be reached.',
    productOnboarding: 'Introduction for new users.',
    trialAndUsage: 'Notices about the use of the service.',
  },
});
