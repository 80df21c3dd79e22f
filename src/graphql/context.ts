// The type of the context that every resolver receives: the viewer, clients scoped to the viewer, and services. Types
// only.
import type { Logger } from 'pino';
import type { Viewer } from '../data/tenancy/viewer';
import type { Outbound } from '../platform/http/outbound';
import type { AgentInstallation } from '../platform/http/service-addresses';
import type { SecretBox } from '../platform/text/sealed-secrets';
import type { Enrolments } from '../auth/enrolments';
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
  /** Runs SQL that Prisma cannot express. Reaches only the viewer's rows. */
  readonly sql: TenantSql;
  /** The instant that the whole request reads, with the viewer's current rights; undefined for the present. */
  readonly at?: Date;
  /**
   * A context of the same viewer at an instant; a future instant means the present. Does not check whether history of
   * that instant is retained.
   */
  readonly asOf: (at: Date) => GraphqlContext;
  /** Resolves a field with a context at a past instant. The fields selected on its object are read there as well. */
  readonly readAtInstant: <T extends object>(at: Date, read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /**
   * Lets a mutation create a network and return it. `make` receives the new id and a context that may access the new
   * network. The fields selected on the returned object are resolved with that context.
   */
  readonly withNewNetwork: <T extends object>(make: (id: string, context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** A context of the same request with the viewer's current rights; used for each event of a stream. */
  readonly judgedAs: (viewer: Viewer) => GraphqlContext;
  /**
   * Runs reads on one snapshot and one connection. The reads must not request another connection, or wait for anything
   * that might.
   */
  readonly atOneMoment: <T>(read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /** Whole lists of rows in the form of REST. */
  readonly listedRows: ListedRows;
  readonly instants: Instants;
  /** The state of reading a list to its end, if the operation reads it page by page. */
  readonly walk?: ListWalk;
  /** Reads topology shares for anyone who knows a share's id. */
  readonly publicShares: PublicShares;
  /** Redeems enrolment codes for anyone who knows a code. */
  readonly enrolments: Enrolments;
  /**
   * The error that explains why the caller is anonymous; such a caller may run public operations only. Undefined if the
   * caller has a valid credential.
   */
  readonly refusal?: AppError;
  /** The Referer header. */
  readonly referer?: string;
  readonly requestId: string;
  /** The time that all parts of the request use as "now". */
  readonly requestedAt: Date;
  readonly logger: Logger;
  /** Public address of the service without a path, for links. */
  readonly publicUrl: string;
  /** The agent's file, and the addresses at which the caller's machine and other machines reach the service. */
  agentInstallation(): Promise<AgentInstallation>;
  /** The file that was sent as the request's body; undefined for other requests. */
  readonly upload?: UploadedFile;
  /** The caller of the request's event stream, and the registry of all open streams. */
  readonly audience: Audience;
  readonly streams: EventStreams;
  /**
   * Whether the document was written by the service (as REST routes are). Such a document pays only its estimated cost.
   */
  readonly isOwnDocument?: boolean;
  /** How the response is written. Resolvers register large parts of it here. */
  readonly answer: AnswerForm;
  /** Worker threads for work that would block the event loop. */
  readonly workers: ServiceWorkers;
  /**
   * Whether the request may carry secrets: it came over TLS or from this machine, or the operator allows plain HTTP.
   */
  isConfidential(): boolean;
  /** Encrypts stored secrets. */
  readonly secretBox: SecretBox;
  /** Sends requests to addresses that callers provide, which may be malicious. */
  readonly outbound: Outbound;
}

export interface UploadedFile {
  /** The file name that the sender gave. */
  readonly name?: string;
  /** Reads the bytes from the beginning, any number of times. */
  read(): AsyncIterable<Uint8Array>;
}

export interface AnswerForm {
  /** Whether the response is written in pieces by `largeAnswer`. */
  isLarge: boolean;
  /** The points that the response to this request was found to cost. `answerPoints` explains points. */
  points: number;
  /** Resolves when the response has one of the few places for large responses in memory. */
  place?: Promise<void>;
  /** Frees the place for a large response. Called once the response is serialized. */
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
 * Contexts for parts of a response that are read at other instants. Executors pass one context to all resolvers, so
 * these contexts are looked up by the part's object.
 */
export interface Instants {
  /**
   * Records that the caller names an instant. Throws `query_too_expensive` if one operation names too many different
   * instants.
   */
  admit(at: Date): void;
  /** The context of an instant, shared by all parts at that instant so that their reads are batched. */
  contextOf(at: Date, make: () => GraphqlContext): GraphqlContext;
  /** The context with which the fields below an object are read; undefined if the request's own context applies. */
  below(part: unknown): GraphqlContext | undefined;
  /** Makes a context apply to all fields below an object of the response. */
  pin(part: object, context: GraphqlContext): void;
}

/** The caller of an event stream: its request, its current rights, and its disconnection. */
export interface Audience {
  /** The current viewer, or the error that says why the credential is no longer valid. */
  rejudge(): Promise<Viewer | AppError>;
  /** Calls `end` when the caller disconnects. */
  onGone(end: () => void): void;
}

/** An open stream, as the registry of streams uses it. */
export interface OpenStream {
  /** Ends the stream if the caller has lost the right to it. */
  judge(): Promise<void>;
  end(reason?: AppError): void;
}

export interface EventStreams {
  /** The poll for one kind of change. All streams of the replica share it. */
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
  /** Rendering pictures takes seconds and sometimes never ends, so pictures have a queue of their own. */
  readonly pictures: Workers<PictureJobs>;
}
