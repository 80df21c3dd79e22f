// The type of the context that every resolver receives: the viewer, clients scoped to the viewer, and services. Types
// only.
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
  /** Runs SQL that Prisma cannot express, limited to the viewer's rows. */
  readonly sql: TenantSql;
  /** The instant that the whole request reads, with the viewer's current rights; undefined for the present. */
  readonly at?: Date;
  /**
   * A context of the same viewer at an instant; a future instant is the present. Does not check whether history is
   * kept.
   */
  readonly asOf: (at: Date) => GraphqlContext;
  /** Reads a part of the answer at a past instant, which also applies to everything below it. */
  readonly readAtInstant: <T extends object>(at: Date, read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /**
   * Creates a network as a part of the answer. `make` receives its new id and a context that may access it. The context
   * also applies to everything below that part.
   */
  readonly withNewNetwork: <T extends object>(make: (id: string, context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** A context of the same request with the viewer's current rights, for an event of a stream. */
  readonly judgedAs: (viewer: Viewer) => GraphqlContext;
  /**
   * Runs reads on one snapshot and connection. They must not need another connection, or wait for anything that might.
   */
  readonly atOneMoment: <T>(read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** Whole lists of rows in the form of REST. */
  readonly listedRows: ListedRows;
  readonly instants: Instants;
  /** State of reading a list to its end, if the operation reads its pages one by one. */
  readonly walk?: ListWalk;
  /** Access to shares for everyone with their id. */
  readonly publicShares: PublicShares;
  /** Why the caller is anonymous, and may run public operations only; undefined with a credential. */
  readonly refusal?: AppError;
  /** The Referer header. */
  readonly referer?: string;
  readonly requestId: string;
  /** The time that all parts of the request use as "now". */
  readonly requestedAt: Date;
  readonly logger: Logger;
  /** Public address of the service without a path, for links. */
  readonly publicUrl: string;
  /** The file sent as the request's body. */
  readonly upload?: UploadedFile;
  /** The request behind an event stream, and all open streams. */
  readonly audience: Audience;
  readonly streams: EventStreams;
  /** Whether the document belongs to the service: it pays its estimated cost only. */
  readonly isOwnDocument?: boolean;
  /** How the response is written; resolvers register large answers here. */
  readonly answer: AnswerForm;
  /** Worker threads for work that would block the event loop. */
  readonly workers: ServiceWorkers;
  /** Whether the request came over TLS or from this machine, or the operator allows secrets over plain HTTP. */
  isConfidential(): boolean;
  /** Encrypts stored secrets. */
  readonly secretBox: SecretBox;
  /** Sends requests to addresses that callers provide. */
  readonly outbound: Outbound;
}

export interface UploadedFile {
  /** File name from the sender. */
  readonly name?: string;
  /** Reads the bytes from the beginning, any number of times. */
  read(): AsyncIterable<Uint8Array>;
}

export interface AnswerForm {
  /** Whether the answer is written in pieces by `largeAnswer`. */
  isLarge: boolean;
  /** Counted points of the executed answer; see `answerPoints`. */
  points: number;
  /** Pending while waiting for one of the few places for large answers in memory. */
  place?: Promise<void>;
  /** Frees the place: the answer is serialized. */
  release: () => void;
}

/**
 * Whole lists of rows in the form of REST: all rows of one kind in a network, or tags of its organization; hosts
 * without children.
 */
export type ListedRows = (
  kind: ListedKind,
  networkId: string,
  context: GraphqlContext,
) => AsyncIterable<readonly unknown[]>;

/**
 * Contexts of parts of an answer at other instants. Executors pass the request's context to all resolvers, so parts are
 * found by their objects.
 */
export interface Instants {
  /** Counts an instant that the caller names. Throws `query_too_expensive` for too many in one operation. */
  admit(at: Date): void;
  /** The context of an instant, shared by all parts at that instant so that their reads are batched. */
  contextOf(at: Date, make: () => GraphqlContext): GraphqlContext;
  /** The context that applies below an object; undefined for the request's. */
  below(part: unknown): GraphqlContext | undefined;
  /** Makes a context apply below an object of the answer. */
  pin(part: object, context: GraphqlContext): void;
}

/** The request behind an event stream. */
export interface Audience {
  /** The current viewer, or the error that ends the credential. */
  rejudge(): Promise<Viewer | AppError>;
  /** Calls back when the caller disconnects. */
  onGone(end: () => void): void;
}

/** An open stream, as the registry of streams uses it. */
export interface OpenStream {
  /** Ends the stream if the caller has lost the right to it. */
  judge(): Promise<void>;
  end(reason?: AppError): void;
}

export interface EventStreams {
  /** The poll of one kind of change, shared by all streams of the replica. */
  readonly pollOf: <Change extends NetworkChange>(source: ChangeSource<Change>) => Poll<Change>;
  /**
   * Registers an open stream of a user; returns a function that removes it. Throws `rate_limit_exceeded` beyond the
   * limit.
   */
  admit(userId: string, stream: OpenStream): () => void;
  /** Ends all streams, and rejects new ones. */
  close(): void;
}

/** Jobs for worker threads; modules add theirs by declaration merging. */
export interface ThreadJobs {}
/** Jobs for the thread that renders pictures. */
export interface PictureJobs {}
export interface ServiceWorkers extends Workers<ThreadJobs> {
  /** Pictures take seconds, and some never end: they have a queue of their own. */
  readonly pictures: Workers<PictureJobs>;
}
