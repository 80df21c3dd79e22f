// The OpenAPI operation that an invited person's link calls: GET /api/v1/invites/{id}/accept.
import { noSecurity, object, readErrors, responses, type PlainOperation } from '../../../rest/openapi/plain-operations';
import { withCookie } from '../session-cookie.openapi';

export const acceptInvite: PlainOperation = {
  method: 'get',
  path: '/api/v1/invites/{id}/accept',
  operation: {
    operationId: 'accept_invite',
    tags: ['Invites'],
    summary: 'Accept invite',
    description:
      'Redirects a browser to the registration page. For `Accept: application/json` returns the invite and stores it in ' +
      'the session: registration with that cookie joins the organization and uses up the invite.',
    security: noSecurity,
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Id of the invite.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    responses: {
      ...responses(
        withCookie(
          object({
            id: { type: 'string', format: 'uuid', description: 'Id of the invite.' },
            organization_name: { type: 'string', description: 'Name of the inviting organization.' },
            permissions: { $ref: '#/components/schemas/UserOrgPermissions', description: 'Role of the invited user.' },
            send_to: { type: ['string', 'null'], description: 'E-mail address of the invited person.' },
            expires_at: { type: 'string', format: 'date-time', description: 'Expiry time.' },
          }),
          'The invite; stored in the session.',
        ),
        [...readErrors, 'Forbidden', 'NotFound', 'Conflict'],
      ),
      303: {
        description: 'Redirect of a browser to the sign-in page.',
        headers: { Location: { description: 'URL of the page.', required: true, schema: { type: 'string' } } },
      },
    },
  },
};
