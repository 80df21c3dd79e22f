// Stores the answers of requests with the header `Idempotency-Key`, and runs the write of such a request at most once.
import { Prisma, type PrismaClient } from '../../generated/prisma/client';
import { AppError } from '../../errors';
import type { RowsAside } from '../../platform/process/rows-aside';
import { inRequestTransaction } from '../client';
import { lockNumberOfText } from './advisory-locks';
import type { Db } from './rows';
import { deleteOld } from './sweep-rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from './tenant-sql';
import { rankOf, userOf, type Permissions, type UserViewer, type Viewer } from './viewer';

/** Hours for which an answer is stored. A repeated request after that is a new request. */
export const answerHours = 24;
/** Maximum number of stored answers of a session or API key. */
export const mostAnswers = 10_000;
/** Maximum size of a stored answer in bytes. */
export const mostAnswerBytes = 32 * 1024;
/** Seconds after which to repeat a request whose first copy is still running. */
const retryInWorkSeconds = 1;

/** A request that is to take effect once, however often it is sent with the same key. */
export interface KeyedRequest {
  /** The value of the header `Idempotency-Key`, 1 to 255 characters. */
  readonly key: string;
  /** Method and path of a REST route, or `graphql`. Requests at different routes with the same key are independent. */
  readonly route: string;
  /**
   * A hash of the request's URL and body. A request that has the key of an earlier request but another digest is
   * refused.
   */
  readonly digest: string;
}
/** The answer of a write, and its text; the text is undefined if it must not be stored. */
export interface WrittenAnswer<T> {
  readonly answer: T;
  readonly text?: string | undefined;
}
/** The answer of this request's own write, or the stored text of the first request's answer. */
export type OnceAnswer<T> = { readonly answer: T } | { readonly replayed: string };

interface StoredAnswer {
  readonly digest: string;
  readonly permissions: Permissions;
  readonly networkIds: readonly string[];
  readonly reachedAll: boolean;
  readonly body: string | null;
}

/**
 * Runs a write at most once per key, in one transaction that also stores the answer; a repeated request gets the stored
 * answer. Throws 409 if the key belongs to another request, the first request still runs, or its answer cannot be
 * returned. Throws 429 after 10,000 keys in 24 hours, 403 for a daemon. A failed write stores nothing.
 */
export function answerOnce<T>(
  prisma: PrismaClient,
  caller: Viewer,
  request: KeyedRequest,
  write: () => Promise<WrittenAnswer<T>>,
): Promise<OnceAnswer<T>> {
  const viewer = userOf(caller);
  return inRequestTransaction(prisma, async () => {
    if (!(await lockKey(prisma, viewer, request)))
      throw new AppError('idempotency_in_progress', {}, retryInWorkSeconds);
    const stored = await storedAnswer(prisma, viewer, request);
    if (stored) return { replayed: replay(stored, viewer, request) };
    const { answer, text } = await write();
    await store(prisma, viewer, request, text);
    return { answer };
  });
}

/** Locks the key until the transaction ends. Resolves with false if another transaction holds the lock. */
async function lockKey(
  prisma: PrismaClient,
  { credentialId }: UserViewer,
  { route, key }: KeyedRequest,
): Promise<boolean> {
  const name = JSON.stringify([credentialId, route, key]);
  const statement = Prisma.sql`
    SELECT pg_try_advisory_xact_lock(${lockNumberOfText(name)}) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(prisma, tenantSafeSql(systemScope, statement));
  return row!.isLocked;
}

async function storedAnswer(
  prisma: PrismaClient,
  { credentialId }: UserViewer,
  { route, key }: KeyedRequest,
): Promise<StoredAnswer | undefined> {
  const statement = Prisma.sql`
    SELECT digest, permissions, network_ids AS "networkIds", reached_all AS "reachedAll", body FROM idempotent_answers
    WHERE credential_id = ${credentialId}::uuid AND route = ${route} AND key = ${key}
      AND created_at > now() - make_interval(hours => ${answerHours}::int)`;
  const [row] = await querySql<StoredAnswer>(prisma, tenantSafeSql(systemScope, statement));
  return row;
}

function replay(stored: StoredAnswer, viewer: UserViewer, { digest, key }: KeyedRequest): string {
  if (stored.digest !== digest) throw new AppError('idempotency_conflict', { key });
  if (stored.body === null || !stillReaches(viewer, stored))
    throw new AppError('idempotency_answer_unavailable', { key });
  return stored.body;
}

/** Whether the viewer has every right that it had when the answer was stored. */
function stillReaches(viewer: UserViewer, { permissions, networkIds, reachedAll }: StoredAnswer): boolean {
  if (rankOf(viewer.permissions) < rankOf(permissions)) return false;
  if (reachedAll) return reachesAll(viewer);
  const networks = new Set(viewer.networkIds);
  return networkIds.every((id) => networks.has(id));
}

/** Whether the viewer has access to every network of its organization, including networks that are created later. */
const reachesAll = ({ isNarrowed, permissions }: UserViewer): boolean =>
  !isNarrowed && rankOf(permissions) >= rankOf('Admin');

async function store(
  prisma: PrismaClient,
  viewer: UserViewer,
  { key, route, digest }: KeyedRequest,
  text: string | undefined,
): Promise<void> {
  const { organizationId, credentialId, permissions } = viewer;
  const isWhole = reachesAll(viewer);
  const body = text !== undefined && Buffer.byteLength(text) <= mostAnswerBytes ? text : null;
  // Overwrites an answer with this key only if it is over a day old. During an upgrade, another version of the service,
  // which uses other locks, may have stored an answer to the same request: that answer stays.
  const statement = Prisma.sql`
    INSERT INTO idempotent_answers
      (organization_id, credential_id, route, key, digest, permissions, network_ids, reached_all, body)
    SELECT ${organizationId}::uuid, ${credentialId}::uuid, ${route}, ${key}, ${digest}, ${permissions},
      ${isWhole ? [] : [...viewer.networkIds]}::uuid[], ${isWhole}, ${body}
    WHERE (SELECT count(*) FROM (
      SELECT FROM idempotent_answers WHERE credential_id = ${credentialId}::uuid LIMIT ${mostAnswers}::int) AS stored)
      < ${mostAnswers}::int AND EXISTS (SELECT FROM organizations WHERE id = ${organizationId}::uuid)
    ON CONFLICT (credential_id, route, key) DO UPDATE SET created_at = now(), digest = excluded.digest,
      permissions = excluded.permissions, network_ids = excluded.network_ids, reached_all = excluded.reached_all,
      body = excluded.body
      WHERE idempotent_answers.created_at <= now() - make_interval(hours => ${answerHours}::int)`;
  const storedCount = await executeSql(prisma, tenantSafeSql(systemScope, statement));
  if (storedCount > 0 || (await isDeleted(prisma, organizationId))) return;
  // Another version of the service has stored an answer to the same request. The error rolls back this write; when the
  // client repeats the request, it gets the stored answer.
  if (await storedAnswer(prisma, viewer, { key, route, digest }))
    throw new AppError('idempotency_in_progress', {}, retryInWorkSeconds);
  throw new AppError('idempotency_keys_exceeded', { max: mostAnswers }, 3_600);
}

/**
 * Whether the write of the request has deleted the organization. Then its answer is not stored, because no credential
 * is left that could request it again.
 */
async function isDeleted(prisma: PrismaClient, organizationId: string): Promise<boolean> {
  const statement = Prisma.sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid`;
  return (await querySql(prisma, tenantSafeSql(systemScope, statement))).length === 0;
}

/** Deletes answers that are older than a day. Resolves with the number of answers that this call deleted. */
export function sweepIdempotentAnswers(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.created_at < ${now}::timestamptz - make_interval(hours => ${answerHours}::int)`;
  return deleteOld(db, rows, now, { table: 'idempotent_answers', condition, atMost: 5_000 });
}
