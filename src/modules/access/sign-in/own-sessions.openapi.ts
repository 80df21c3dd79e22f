// OpenAPI operations of a user's own sessions: listing the sessions, ending one session, ending all other sessions.
import { envelope, success, type ErrorResponse } from '../../../rest/openapi/responses';
import type { JsonSchema } from '../../../rest/openapi/schemas';
import { object, readErrors, responses, type PlainOperation } from '../../../rest/openapi/plain-operations';

const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const id: JsonSchema = { type: 'string', format: 'uuid', description: 'Id of the session.' };
const ofSession: ErrorResponse[] = [...readErrors, 'Unauthorized', 'Forbidden'];
const writeErrors: ErrorResponse[] = [...ofSession, 'PayloadTooLarge', 'UnsupportedMediaType'];
const common = { tags: ['Accounts'], security: [{ session_cookie: [] }] };

export const sessionOperations: PlainOperation[] = [
  {
    method: 'get',
    path: '/api/auth/sessions',
    operation: {
      ...common,
      operationId: 'list_sessions',
      summary: 'List your sessions',
      description: 'The sessions of the current user that are not over, used last first, at most 100.',
      responses: responses(
        success(
          envelope({
            type: 'array',
            maxItems: 100,
            items: object({
              id,
              created_at: time('Time of the sign-in.'),
              last_used_at: time('Approximate time of the last use.'),
              expires_at: time('When it ends unless it is used before.'),
              is_current: { type: 'boolean', description: 'Whether it is the session that asks.' },
            }),
          }),
        ),
        ofSession,
      ),
    },
  },
  {
    method: 'post',
    path: '/api/auth/sessions/end',
    operation: {
      ...common,
      operationId: 'end_session',
      summary: 'End one of your sessions',
      description: 'It is over at once, open streams included.',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: object({ id }), example: { id: '6f2b5c1e-0000-4000-8000-000000000001' } },
        },
      },
      responses: responses(success(envelope({ type: 'null' })), [...writeErrors, 'NotFound']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/sessions/end-others',
    operation: {
      ...common,
      operationId: 'end_other_sessions',
      summary: 'End your other sessions',
      description: 'Ends all sessions of the current user but the one that asks.',
      responses: responses(
        success(
          envelope(object({ ended_count: { type: 'integer', minimum: 0, description: 'How many there were.' } })),
        ),
        writeErrors,
      ),
    },
  },
];
