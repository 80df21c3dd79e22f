// The endpoints below /api/auth/sessions, for the user of a session.
import { bodyObject, requiredText } from '../../../auth/body-fields';
import type { PrismaClient } from '../../../generated/prisma/client';
import { sessionViewer, type Endpoints } from '../endpoints.routes';
import { createOwnSessions } from './own-sessions';
import { requestOrigin } from '../../../platform/http/request-origin';

export function sessionEndpoints(prisma: PrismaClient): Endpoints {
  const sessions = createOwnSessions(prisma);
  return {
    '/sessions': [{ methods: ['get'], admit: sessionViewer, answer: (req) => sessions.list(sessionViewer(req)) }],
    '/sessions/end': [
      {
        methods: ['post'],
        admit: sessionViewer,
        answer: async (req) => {
          await sessions.end(sessionViewer(req), requiredText(bodyObject(req.body), 'id'), requestOrigin(req));
          return null;
        },
      },
    ],
    '/sessions/end-others': [
      {
        methods: ['post'],
        admit: sessionViewer,
        answer: async (req) => ({ ended_count: await sessions.endOthers(sessionViewer(req), requestOrigin(req)) }),
      },
    ],
  };
}
