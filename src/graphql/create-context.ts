// Creates the GraphQL context of a GraphQL or REST request, and contexts of the same request at instants other than its
// own.
import { randomUUID } from 'node:crypto';
import { createEnrolments } from '../auth/enrolments';
import { passwordAsker } from '../auth/login-lock';
import { anonymousViewer } from '../auth/public-operations';
import { createPublicShares } from '../auth/public-shares';
import { answerOnce } from '../data/tenancy/idempotent-answers';
import { assertWithinRetention, type Subject } from '../data/tenancy/kept';
import { placedMoment, sqlFor } from '../data/tenancy/scoped-sql';
import { dbFor } from '../data/tenancy/scoped-db';
import { reaching, type Viewer } from '../data/tenancy/viewer';
import type { PrismaClient } from '../generated/prisma/client';
import type { AnswerForm, GraphqlContext, Instants, ServiceWorkers } from './context';
import { PinnedInstants } from './plugin/instants';

type ContextInput = Omit<
  GraphqlContext,
  | 'viewer'
  | 'db'
  | 'sql'
  | 'publicShares'
  | 'enrolments'
  | 'askPassword'
  | 'at'
  | 'asOf'
  | 'readAtInstant'
  | 'withNewNetwork'
  | 'judgedAs'
  | 'atOneMoment'
  | 'once'
  | 'answer'
  | 'instants'
  | 'workers'
  | 'payer'
  | 'withPayer'
> & {
  readonly answer?: AnswerForm;
  readonly instants?: Instants;
  readonly workers: ServiceWorkers;
  readonly payer?: string;
};

/**
 * Creates the context of a request at a past instant. Throws 400 unless the history of that instant is retained for
 * every subject (network or row) that the viewer can access.
 */
export async function createPastContext(
  context: GraphqlContext,
  at: Date,
  subjects: readonly Subject[] | undefined,
): Promise<GraphqlContext> {
  await assertWithinRetention(context.sql, { at }, subjects);
  return context.asOf(at);
}

/** Creates the context of a GraphQL or REST request. */
export function createContext(prisma: PrismaClient, viewer: Viewer, request: ContextInput, at?: Date): GraphqlContext {
  const answer = request.answer ?? { isLarge: false, points: 0, release: () => undefined };
  const instants = request.instants ?? new PinnedInstants();
  const payer = request.payer ?? viewer.organizationId;
  if (payer !== anonymousViewer.organizationId) request.budgets.noteActive(payer);
  const ownContext = { ...request, answer, instants, payer };
  const { reads, workers } = request;
  return {
    viewer,
    db: dbFor(prisma, viewer, at, reads),
    sql: sqlFor(prisma, viewer, at, reads),
    publicShares: createPublicShares(prisma),
    enrolments: createEnrolments(prisma),
    askPassword: passwordAsker(prisma),
    ...(at && { at }),
    asOf: (instant) => createContext(prisma, viewer, ownContext, instant.getTime() < Date.now() ? instant : undefined),
    readAtInstant: async (instant, read) => {
      // `asOf` is not called here: if this machine's clock is behind that of the database, it takes a past instant for
      // a future one and returns a context of the present.
      const context = instants.contextOf(instant, () => createContext(prisma, viewer, ownContext, instant));
      const part = await read(context);
      instants.pin(part, context);
      return part;
    },
    withNewNetwork: async (make) => {
      const id = randomUUID();
      const context = createContext(prisma, reaching(viewer, id), ownContext, at);
      const part = await make(id, context);
      instants.pin(part, context);
      return part;
    },
    judgedAs: (authentication) => createContext(prisma, authentication, request, at),
    once: (keyed, write) => answerOnce(prisma, viewer, keyed, write),
    atOneMoment: (read) => {
      const momentContext = { ...ownContext, reads: undefined };
      return placedMoment(prisma, reads, (moment) => read(createContext(moment, viewer, momentContext, at)));
    },
    withPayer: (organizationId) => createContext(prisma, viewer, { ...ownContext, payer: organizationId }, at),
    ...ownContext,
    workers: {
      ...workers.of(payer),
      ...{ pictures: workers.pictures.of(payer), expressions: workers.expressions.of(payer) },
    },
  };
}
