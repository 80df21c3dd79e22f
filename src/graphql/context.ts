// What every resolver is given: who asks, the client scoped to them, and where to log. Types alone: create-context.ts makes it.
import type { Logger } from 'pino';
import type { Viewer } from '../data/tenancy/viewer';
import type { Outbound } from '../platform/http/outbound';
import type { SecretBox } from '../platform/text/sealed-secrets';
import type { PublicShares } from '../auth/public-shares';
import type { ChangeSource, NetworkChange, Poll } from '../data/tenancy/poll';
import type { ScopedDb } from '../data/tenancy/scoped-db';
import type { TenantSql } from '../data/tenancy/scoped-sql';
import type { AppError } from '../errors';
import type { Workers } from '../platform/threads/workers';
import type { ListedKind } from './listed-rows';
import type { ListWalk } from './list-walk';

export interface GraphqlContext {
  readonly viewer: Viewer;
  readonly db: ScopedDb;
  /** Reads that Prisma cannot say, each limited to the viewer's rows. */
  readonly sql: TenantSql;
  /** The instant that the whole request reads, with today's rights; absent: the present. */
  readonly at?: Date;
  /** The same caller reading as of an instant; one that has not come yet is the present. Whether it is kept is not asked. */
  readonly asOf: (at: Date) => GraphqlContext;
  /** A part of the answer as of an instant that has passed: all that is asked for below it is of that instant as well. */
  readonly pinned: <T extends object>(at: Date, read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** A part of the answer that makes a network: by the id drawn for it, and a context that reaches it, as all below does. */
  readonly withNewNetwork: <T extends object>(make: (id: string, context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** The same request with what the caller may reach by now: for an event of a stream. */
  readonly judgedAs: (viewer: Viewer) => GraphqlContext;
  /**
   * Reads that belong together as of one moment, on one connection. What they do must neither need another connection nor
   * wait for anybody who may.
   */
  readonly atOneMoment: <T>(read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** Whole lists of rows as REST has them. */
  readonly listedRows: ListedRows;
  readonly instants: Instants;
  /** The state of reading a list to its end, whose pages the operation reads one by one. */
  readonly walk?: ListWalk;
  /** Access to a share for everyone with its id. */
  readonly publicShares: PublicShares;
  /** Why the caller is anonymous and may run only public operations; absent for callers with a credential. */
  readonly refusal?: AppError;
  /** The page that the request comes from, if the browser sends it. */
  readonly referer?: string;
  readonly requestId: string;
  /** What "now" is to all parts of the request that have to agree on it. */
  readonly requestedAt: Date;
  readonly logger: Logger;
  /** Where users reach the service, for links; without a path. */
  readonly publicUrl: string;
  /** The file that came as the body of the request. */
  readonly upload?: UploadedFile;
  /** The request behind an event stream, and all that are open. */
  readonly audience: Audience;
  readonly streams: EventStreams;
  /** The document is the service's: its price is the estimate alone, whatever the answer holds. */
  readonly isOwnDocument?: boolean;
  /** How the answer to this request is written; resolvers register large ones here. */
  readonly answer: AnswerForm;
  /** Threads for work that would hold up the event loop. */
  readonly workers: ServiceWorkers;
  /** The request came over TLS or from this machine, or the operator allows secrets over plain HTTP. */
  isConfidential(): boolean;
  /** Seals stored secrets. */
  readonly secretBox: SecretBox;
  /** The way out to addresses that callers give. */
  readonly outbound: Outbound;
}

export interface UploadedFile {
  /** As the sender calls it. */
  readonly name?: string;
  /** Its bytes from the beginning, as often as they are wanted. */
  read(): AsyncIterable<Uint8Array>;
}

export interface AnswerForm {
  /** It is written in pieces, by `largeAnswer`. */
  isLarge: boolean;
  /** Of its longer lists, all together. */
  items: number;
  /** The wait for a place among the few large answers that are held as objects at a time. */
  place?: Promise<void>;
  /** Gives the place back: the answer is a text now. */
  release: () => void;
}

/** Whole lists of rows as REST has them: all rows of one kind of a network, or tags of its organization; hosts without children. */
export type ListedRows = (
  kind: ListedKind,
  networkId: string,
  context: GraphqlContext,
) => AsyncIterable<readonly unknown[]>;

/** Contexts of parts of one answer: executors give every resolver the request's own, so parts are known by their objects. */
export interface Instants {
  /** Counts an instant that the caller names; more than a few in one operation: `query_too_expensive`. */
  admit(at: Date): void;
  /** One for all parts of an instant, so that what they read at the same moment is read together. */
  contextOf(at: Date, make: () => GraphqlContext): GraphqlContext;
  /** The context that holds below the part; undefined: the request's. */
  below(part: unknown): GraphqlContext | undefined;
  /** Lets a context hold below a part of the answer. */
  pin(part: object, context: GraphqlContext): void;
}

/** The request behind an event stream. */
export interface Audience {
  /** Who the caller is by now, or why the credential has ended. */
  rejudge(): Promise<Viewer | AppError>;
  /** Calls back once the caller has gone away. */
  onGone(end: () => void): void;
}

/** What all open streams are asked at times. */
export interface OpenStream {
  /** Ends it where the caller has lost the right to it. */
  judge(): Promise<void>;
  end(reason?: AppError): void;
}

export interface EventStreams {
  /** The poll of one kind of change, which all streams of the replica share. */
  readonly pollOf: <Change extends NetworkChange>(source: ChangeSource<Change>) => Poll<Change>;
  /** Registers an open stream of the user and answers how to take it off. Throws `rate_limit_exceeded` beyond the most. */
  admit(userId: string, stream: OpenStream): () => void;
  /** Ends all streams, and those that would be opened yet. */
  close(): void;
}

/** Jobs for the service's worker threads; modules add theirs where they are defined. */
export interface ThreadJobs {}
/** Jobs for the thread that draws pictures. */
export interface PictureJobs {}
export interface ServiceWorkers extends Workers<ThreadJobs> {
  /** Pictures take seconds, and some would take for ever: they wait for each other, not the rest for them. */
  readonly pictures: Workers<PictureJobs>;
}
