// The type of the context that every resolver receives: the viewer, database clients of the viewer, and services. The
// file has types only.
import type { Logger } from 'pino';
import type { Viewer } from '../data/tenancy/viewer';
import type { Outbound } from '../platform/http/outbound';
import type { AgentInstallation } from '../platform/http/service-addresses';
import type { SecretBox } from '../platform/text/sealed-secrets';
import type { Enrolments } from '../auth/enrolments';
import type { AskPassword } from '../auth/login-lock';
import type { PublicShares } from '../auth/public-shares';
import type { Origin } from '../platform/http/request-origin';
import type { KeyedRequest, OnceAnswer, WrittenAnswer } from '../data/tenancy/idempotent-answers';
import type { ChangeSource, NetworkChange, Poll } from '../data/tenancy/poll';
import type { ScopedDb } from '../data/tenancy/scoped-db';
import type { RequestReads, TenantSql } from '../data/tenancy/scoped-sql';
import type { AppError } from '../errors';
import type { MemoryGate } from '../platform/limits/memory-budget';
import type { OrganizationBudgets } from '../platform/limits/organization-budgets';
import type { Workers } from '../platform/threads/workers';
import type { ListedKind } from './listed-rows';
import type { ListWalk } from './list-walk';

export interface GraphqlContext {
  readonly viewer: Viewer;
  readonly db: ScopedDb;
  /** Runs SQL that Prisma cannot express, limited to rows that the viewer can access. */
  readonly sql: TenantSql;
  /** Decides whether a replica may answer a read of the request; undefined if the primary answers all reads. */
  readonly reads?: RequestReads | undefined;
  /** The instant as of which the whole request reads, with the viewer's current rights; undefined for the present. */
  readonly at?: Date;
  /**
   * Returns a context of the same viewer at an instant. A future instant means the present. The function does not check
   * whether history of the instant is retained.
   */
  readonly asOf: (at: Date) => GraphqlContext;
  /**
   * Runs a resolver with a context that reads as of a past instant. Fields of the object that it returns are read as of
   * that instant too.
   */
  readonly readAtInstant: <T extends object>(at: Date, read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /**
   * Lets a mutation create a network and return it. `make` receives the new id and a context that may access the new
   * network. The fields selected on the returned object are resolved with that context.
   */
  readonly withNewNetwork: <T extends object>(make: (id: string, context: GraphqlContext) => Promise<T>) => Promise<T>;
  /**
   * Returns the context for one event of a stream, for which the rights of the caller were checked again; `viewer` has
   * the present rights.
   */
  readonly judgedAs: (viewer: Viewer) => GraphqlContext;
  /**
   * Runs reads on one database snapshot and one connection. The reads must not request another connection, nor wait for
   * anything that might.
   */
  readonly atOneMoment: <T>(read: (context: GraphqlContext) => Promise<T>) => Promise<T>;
  /**
   * Runs the write of a request with an idempotency key at most once, in one transaction, and stores its answer. A
   * repeated request gets the stored answer. `answerOnce` says which errors it throws.
   */
  readonly once: <T>(request: KeyedRequest, write: () => Promise<WrittenAnswer<T>>) => Promise<OnceAnswer<T>>;
  /** Reads whole lists of rows in the form of REST. */
  readonly listedRows: ListedRows;
  readonly instants: Instants;
  /** How far an operation that reads all pages of a list has come; undefined for other operations. */
  readonly walk?: ListWalk;
  /** Reads topology shares for any caller who knows the share's id. */
  readonly publicShares: PublicShares;
  /** Redeems enrollment codes of agents for any caller who knows a code. */
  readonly enrolments: Enrolments;
  /** Checks the password that a signed-in user must enter again for a sensitive change. */
  readonly askPassword: AskPassword;
  /** Address and user agent of the caller, for audit events; undefined for requests of the service itself. */
  readonly origin?: Origin;
  /**
   * The error that explains why the caller is anonymous; such a caller may run public operations only. Undefined if the
   * caller has a valid credential.
   */
  readonly refusal?: AppError;
  /** The header `Referer` of the request; undefined if it was not sent. */
  readonly referer?: string;
  readonly requestId: string;
  /** The time that the whole request uses as the current time. */
  readonly requestedAt: Date;
  readonly logger: Logger;
  /** Public URL of the service without a path, for links. */
  readonly publicUrl: string;
  /** Returns the agent's file, and the URLs at which the caller's machine and other machines reach the service. */
  agentInstallation(): Promise<AgentInstallation>;
  /** The file that was sent as the request's body; undefined for other requests. */
  readonly upload?: UploadedFile;
  /** The caller of the request's event stream: its current rights and its disconnection. */
  readonly audience: Audience;
  readonly streams: EventStreams;
  /**
   * Whether the service itself wrote the document, as for REST routes. The caller then pays the estimated cost only,
   * whatever the response turns out to cost.
   */
  readonly isOwnDocument?: boolean;
  /** Whether the response is large and must be written in pieces. Resolvers whose results may be large set this. */
  readonly answer: AnswerForm;
  /** Worker threads for work that would block the event loop. Organizations take turns on each thread. */
  readonly workers: OrganizationWorkers;
  /** Delays heavy work while the process uses too much memory. */
  readonly memory: Pick<MemoryGate, 'enter'>;
  /** The budgets of organizations for heavy work. */
  readonly budgets: Pick<OrganizationBudgets, 'enter' | 'noteActive' | 'requireTime' | 'chargeDatabase'>;
  /** The id of the organization from whose budget heavy work of the request is paid. */
  readonly payer: string;
  /** Returns a context of the same request whose heavy work another organization pays for. */
  readonly withPayer: (organizationId: string) => GraphqlContext;
  /**
   * Whether the request may carry secrets: it came over TLS or from this machine, or the operator allows plain HTTP.
   */
  isConfidential(): boolean;
  /** Encrypts stored secrets. */
  readonly secretBox: SecretBox;
  /** Sends requests to URLs that callers provide and that may be malicious. */
  readonly outbound: Outbound;
}

export interface UploadedFile {
  /** The name of the file as the sender gave it; undefined if it gave none. */
  readonly name?: string;
  /** Reads the bytes from the beginning, any number of times. */
  read(): AsyncIterable<Uint8Array>;
}

export interface AnswerForm {
  /** Whether the response is written in pieces by `largeAnswer`. */
  isLarge: boolean;
  /** The measured cost of the response, in points (see `answerPoints`). */
  points: number;
  /**
   * Only few large responses may be in memory at a time. Resolves when this response may be built; undefined for a
   * response that is not large.
   */
  place?: Promise<void>;
  /** Frees the slot of a large response. It is called once the response is serialized. */
  release: () => void;
}

/**
 * Reads a whole list in the form of REST: all rows of one kind in a network, or the tags of the network's organization.
 * Hosts come without their child rows, such as ports.
 */
export type ListedRows = (
  kind: ListedKind,
  networkId: string,
  context: GraphqlContext,
) => AsyncIterable<readonly unknown[]>;

/**
 * The contexts of a response whose parts are of several instants. The GraphQL executor gives all resolvers the same
 * context, so a resolver looks up the context of its parent object here.
 */
export interface Instants {
  /**
   * Records that the request names this instant. Throws `query_too_expensive` if one operation names too many different
   * instants.
   */
  admit(at: Date): void;
  /** Returns the context of an instant. All parts at that instant share it, so that their reads are batched. */
  contextOf(at: Date, make: () => GraphqlContext): GraphqlContext;
  /** The context for the fields of this object; undefined if these fields use the context of the request. */
  below(part: unknown): GraphqlContext | undefined;
  /** Sets the context for the fields of an object, and of all objects below it. */
  pin(part: object, context: GraphqlContext): void;
}

/** The caller of an event stream: its request, its current rights, and its disconnection. */
export interface Audience {
  /**
   * Authenticates the caller again. Resolves with the current viewer, or with the error that says why the credential is
   * no longer valid.
   */
  rejudge(): Promise<Viewer | AppError>;
  /** Calls `end` when the caller disconnects. */
  onGone(end: () => void): void;
}

/** The methods of an open stream that the registry of streams uses. */
export interface OpenStream {
  /** Ends the stream if the caller has lost the right to it. */
  judge(): Promise<void>;
  end(reason?: AppError): void;
}

export interface EventStreams {
  /** Returns the object that polls the database for one kind of change. All streams of the process share it. */
  readonly pollOf: <Change extends NetworkChange>(source: ChangeSource<Change>) => Poll<Change>;
  /**
   * Registers an open stream of a user, and returns a function that removes it. Throws `rate_limit_exceeded` if the
   * user has too many open streams.
   */
  admit(userId: string, stream: OpenStream): () => void;
  /** Ends all streams, and rejects new ones. */
  close(): void;
}

/** Jobs of worker threads. Each module adds its jobs by declaration merging. */
export interface ThreadJobs {}
/** Jobs of the thread that renders images of graphs. The topology module adds them by declaration merging. */
export interface PictureJobs {}
/** Jobs of the thread that evaluates expressions of users. The topology module adds them by declaration merging. */
export interface ExpressionJobs {}
/** Runs the jobs of one organization on worker threads. */
export interface OrganizationWorkers extends Pick<Workers<ThreadJobs>, 'run'> {
  readonly pictures: Pick<Workers<PictureJobs>, 'run'>;
  readonly expressions: Pick<Workers<ExpressionJobs>, 'run'>;
}
export interface ServiceWorkers extends Workers<ThreadJobs> {
  /**
   * The thread that renders images of graphs. It has a queue of its own, because rendering takes seconds and sometimes
   * never ends.
   */
  readonly pictures: Workers<PictureJobs>;
  /** The thread that evaluates expressions of users. A job that exceeds its bounds ends the thread. */
  readonly expressions: Workers<ExpressionJobs>;
}
