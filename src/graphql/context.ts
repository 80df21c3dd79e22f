// What every resolver is given: who asks, the client scoped to them, and where to log.
import type { Logger } from 'pino';

import type { PrismaClient } from '../generated/prisma/client';
import type { Viewer } from '../data/tenancy/viewer';
import type { SecretBox } from '../platform/text/sealed-secrets';
import { publicShares, type PublicShares } from '../auth/public-shares';
import type { Subject } from '../data/tenancy/kept';
import { atOneMoment } from '../data/tenancy/one-moment';
import { dbFor, type ScopedDb } from '../data/tenancy/scoped-db';
import type { AppError } from '../errors';
import type { Audience, EventStreams } from './event-streams';
import { Instants } from './plugin/instants';
import type { ListedRows } from './large-answers/listed-rows';
import { sqlFor, type ScopedSql } from '../data/tenancy/scoped-sql';
import type { ServiceWorkers } from '../modules/service-workers';

export interface GraphqlContext {
  readonly viewer: Viewer;
  readonly db: ScopedDb;
  /** Statements that Prisma cannot say, each limited to the viewer's rows. */
  readonly sql: ScopedSql;
  /** The instant that the whole request reads, with today's rights; absent: the present. */
  readonly at?: Date;
  /** The same caller reading as of an instant; one that has not come yet is the present. Whether it is kept is not asked. */
  readonly asOf: (at: Date) => GraphqlContext;
  /** A part of the answer as of an instant that has passed: all that is asked for below it is of that instant as well. */
  readonly pinned: <T extends object>(at: Date, read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /**
   * Reads that belong together as of one moment, on one connection. What they do must neither need another connection nor
   * wait for anybody who may.
   */
  readonly atOneMoment: <T>(read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** Whole lists of rows as REST has them. */
  readonly listedRows: ListedRows;
  readonly instants: Instants;
  /** The way into a share for whoever has its id. */
  readonly publicShares: PublicShares;
  /** Why the caller is nobody, to whom only public operations answer; absent for callers with a credential. */
  readonly refusal?: AppError;
  /** The page that the request comes from, if the browser tells. */
  readonly referer?: string;
  readonly requestId: string;
  /** What "now" is to all parts of the request that have to agree on it. */
  readonly requestedAt: Date;
  readonly logger: Logger;
  /** Where users reach the service, for links; without a path. */
  readonly publicUrl: string;
  /** The request behind an event stream, and all that are open. */
  readonly audience: Audience;
  readonly streams: EventStreams;
  /** How the answer to this request is written; resolvers tell of large ones. */
  readonly answer: AnswerForm;
  /** Threads for work that would hold up the event loop. */
  readonly workers: ServiceWorkers;
  /** Seals what is stored of secrets. */
  readonly secretBox: SecretBox;
}

export interface AnswerForm {
  /** It is written in pieces, by `largeAnswer`. */
  isLarge: boolean;
  /** The wait for a place among the few large answers that are held as objects at a time. */
  place?: Promise<void>;
  /** Gives the place back: the answer is a text now. */
  release: () => void;
}

type Given = Omit<
  GraphqlContext,
  'viewer' | 'db' | 'sql' | 'publicShares' | 'at' | 'asOf' | 'pinned' | 'atOneMoment' | 'answer' | 'instants'
> & { readonly answer?: AnswerForm; readonly instants?: Instants };

/** The context of a request that names the instant to read; one that is not kept, of its subjects or within reach: 400. */
export async function contextAt(
  context: GraphqlContext,
  at: Date,
  subjects: readonly Subject[] | undefined,
): Promise<GraphqlContext> {
  await context.sql.requireKept({ at }, subjects);
  return context.asOf(at);
}

/** The one context function of both doors. */
export function createContext(prisma: PrismaClient, viewer: Viewer, request: Given, at?: Date): GraphqlContext {
  const answer = request.answer ?? { isLarge: false, release: () => undefined };
  const instants = request.instants ?? new Instants();
  const given = { ...request, answer, instants };
  return {
    viewer,
    db: dbFor(prisma, viewer, at),
    sql: sqlFor(prisma, viewer, at),
    publicShares: publicShares(prisma),
    ...(at && { at }),
    asOf: (instant) => createContext(prisma, viewer, given, instant.getTime() < Date.now() ? instant : undefined),
    pinned: async (instant, read) => {
      // Not asOf: the database's clock, which has told the instant, may be ahead of ours.
      const context = instants.contextOf(instant, () => createContext(prisma, viewer, given, instant));
      const part = await read(context);
      instants.pin(part, context);
      return part;
    },
    atOneMoment: (read) => atOneMoment(prisma, (moment) => read(createContext(moment, viewer, given, at))),
    ...given,
  };
}
