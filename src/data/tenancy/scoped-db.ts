// dbFor(viewer): the only database client that resolvers can use. It adds the tenancy rule (`visible-rows.ts`) to every
// query, including nested reads.
import { runAs, actingText } from '../acting';
import { directSqlOf, type DirectSql } from '../client';
import { placedSql, type RequestReads } from '../replicas/request-reads';
import { inTransaction, type Transactional } from '../transaction';
import { comesAndGoes, isAudited, isHistoried, type Past } from '../model/historied';
import { relationsOf } from '../model/model-fields';
import type { PrismaClient } from '../../generated/prisma/client';
import { hasNoStatementTimeout } from '../../platform/postgres/time-limits';
import { actorOf, reachesEverything, type Viewer } from './viewer';
import { AppError } from '../../errors';
import { throwIfMissing } from '../sql/direct-reads';
import { NoPlan, UnplannedCall } from '../sql/no-plan';
import type { Models } from '../sql/planned-models';
import { capitalize, uncapitalize } from '../../platform/text/names';
import { constraintError } from './constraints';
import { needsPrimary } from './primary-reads';
import { assertSafeGroups, assertSafeOrder, forPrisma } from './related-order';
import { scopeSelection, withRule } from './scoped-args';
import { bindViewer } from './tenant-sql';
import { entityName, isShared, rulesNow, rulesThen, visibleRows, type RuleLookup } from './visible-rows';

type Args = Record<string, unknown>;
type Where = Record<string, unknown>;

const filtered = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'findIds',
  'findPage',
  'count',
  'aggregate',
  'groupBy',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'delete',
  'deleteMany',
]);
/** Operations that Prisma does not have: only SQL statements of `src/data/sql` can run them. */
const onlyDirect = new Set(['findIds', 'findPage']);
const creating = new Set(['create', 'createMany', 'createManyAndReturn']);
const updating = new Set(['update', 'updateMany', 'updateManyAndReturn']);
const writing = new Set([...updating, ...creating]);
const deleting = new Set(['delete', 'deleteMany']);

/** A scoped client: operations on models, and transactions. No method bypasses the tenancy rule. */
export type ScopedDb = Transactional;

/**
 * A client whose queries, counts, nested reads, filters and writes apply only to rows that the viewer may see. With
 * `at`, it reads rows as of that instant, and refuses writes. `placement` decides which reads replicas answer.
 */
export function dbFor(prisma: PrismaClient, viewer: Viewer, at?: Date, placement?: RequestReads): ScopedDb {
  let extended: PrismaClient | undefined;
  const client = () => (extended ??= at ? refusePresent() : extendedClient(prisma, viewer, ruleOf));
  const ruleOf = (at ? rulesThen : rulesNow)(viewer);
  const past: Past | undefined = at && {
    at,
    networkIds: viewer.networkIds,
    organizationId: viewer.organizationId,
    ruleOf,
  };
  const placed = placedSql(prisma, placement).reads;
  const delegate = delegates(directSqlOf(prisma), viewer, ruleOf, client, { past, placed });
  const db = new Proxy({} as ScopedDb, {
    get: (_target, name: string) => {
      if (name === '$transaction') return at ? refusePresent() : transactionOf(prisma, viewer, ruleOf);
      return modelNames.has(name) ? delegate(name) : undefined;
    },
  });
  return bindViewer(db, viewer, client);
}

const judgedClients = new WeakSet<object>();

/**
 * Allows a transaction to change rows that several networks share. Call it only after `shared-rows.ts` has checked
 * these rows.
 */
export const allowSharedChanges = (tx: object): void => void judgedClients.add(tx);

/**
 * Runs transactions whose reads and writes follow the tenancy rule. A Prisma call for which `src/data/sql` has no SQL
 * statement throws.
 */
function transactionOf(prisma: PrismaClient, viewer: Viewer, ruleOf: RuleLookup): ScopedDb['$transaction'] {
  const inside = (tx: Models): Models => {
    const isJudged = () => judgedClients.has(db);
    const delegate = delegates(directSqlOf(tx), viewer, ruleOf, refusePresent, { isHeld: true, isJudged });
    const db: Models = new Proxy({} as Models, {
      get: (_target, name: string) => (modelNames.has(name) ? delegate(name) : undefined),
    });
    return bindViewer(db, viewer, () => tx);
  };
  return (work, options) => runAs(actorOf(viewer), () => inTransaction(prisma, (tx) => work(inside(tx)), options));
}

const bigintAsText = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/**
 * A read by id is cached by the ids of the networks of its viewer. For more networks than this, the cache key would be
 * too long, so such reads are not cached.
 */
const mostNamedNetworks = 100;

/**
 * How a client runs calls. `past`: reads as of an instant, no writes. `isHeld`: in a transaction, which has already set
 * the actor and the time limit.
 */
interface Place {
  /** Sends the reads that a replica may answer. If undefined, these reads are sent like all others. */
  readonly placed?: DirectSql['reads'];
  readonly past?: Past;
  readonly isHeld?: boolean;
  /**
   * Whether `shared-rows.ts` has checked the changes that this transaction makes to rows that several networks share.
   */
  readonly isJudged?: () => boolean;
}

/**
 * Builds the members of a client (`host`, `vlan`, …) that run the calls on each model. A call for which `src/data/sql`
 * has no SQL statement is passed to `onUnplanned`, which throws or lets Prisma run the call.
 */
function delegates(
  { reads, writes, onUnplanned }: DirectSql,
  viewer: Viewer,
  ruleOf: RuleLookup,
  client: () => Models,
  { past, placed = reads, isHeld = false, isJudged = () => false }: Place,
): (name: string) => object {
  const delegateCache = new Map<string, object>();
  const readsOf = (model: string, args: object) => (placed === reads || needsPrimary(model, args) ? reads : placed);
  const delegateOf = (name: string): object => {
    const model = capitalize(name);
    const prismaDelegate = (): object => (client() as Record<string, object>)[name]!;
    return new Proxy(
      {},
      {
        get: (_target, operation: string) => {
          /**
           * Returns the result of the SQL statement of `src/data/sql`. If there is none, Prisma runs the call; in a
           * read of the past, `prismaDelegate()` throws, because Prisma reads only the present.
           */
          const orPrisma = <T>(answer: T | NoPlan, args: object): T => {
            if (!(answer instanceof NoPlan)) return answer;
            const call = new UnplannedCall(model, operation, answer);
            // Prisma would run the call on a connection of its own, outside of the transaction.
            if (isHeld) throw call;
            if (!past) onUnplanned(call);
            return (prismaDelegate() as Record<string, (args: object) => T>)[operation]!(args);
          };
          if (writing.has(operation) || deleting.has(operation))
            return async (args: object) => {
              if (isShared(model) && !creating.has(operation) && !reachesEverything(viewer) && !isJudged())
                throw new Error(`${model}.${operation}: networks share these rows; change them in changeShared`);
              return orPrisma(past ? NoPlan.because('past') : written(model, operation, args), args);
            };
          if (!reads.operations.has(operation)) return (args: object) => orPrisma(NoPlan.because('operation'), args);
          return (args: object = {}) => {
            const byId = operation.startsWith('findUnique') && !past ? readById(model, operation, args) : undefined;
            if (byId) return orPrisma(byId, args);
            const scoped = scopedArgs(viewer, ruleOf, model, operation, args);
            const answer = readsOf(model, scoped).read(model, operation, scoped, past, viewer.networkIds);
            return answer instanceof NoPlan && onlyDirect.has(operation) ? undefined : orPrisma(answer, args);
          };
        },
      },
    );
  };
  let viewerText: string | undefined;
  /** The tenancy rule depends on the viewer alone, so one cached statement serves every id with the same selection. */
  const readById = (
    model: string,
    operation: string,
    args: { where?: Where },
  ): Promise<unknown> | NoPlan | undefined => {
    const { where, ...selection } = args;
    const { id, ...others } = where ?? {};
    if (typeof id !== 'string' || Object.keys(others).length > 0 || viewer.networkIds.length > mostNamedNetworks)
      return undefined;
    viewerText ??= JSON.stringify(viewer);
    const key = `${model} ${JSON.stringify(selection, bigintAsText)} ${viewerText}`;
    const argsOf = () => scopedArgs(viewer, ruleOf, model, 'findUnique', args);
    const read = readsOf(model, selection).readById(key, id, model, argsOf, viewer.networkIds);
    return read instanceof NoPlan ? read : throwIfMissing(operation, model, read);
  };
  const written = (model: string, operation: string, args: object): Promise<unknown> | NoPlan => {
    // A single statement has a time limit. To switch it off, the statement must run in a transaction.
    if (!isHeld && hasNoStatementTimeout()) return NoPlan.because('untimed');
    const scoped = scopedArgs(viewer, ruleOf, model, operation, args);
    const actor = !isHeld && isAttributed(model, operation) ? actingText(actorOf(viewer)) : undefined;
    const { data, where } = scoped;
    const answer = writes.write(model, operation, scoped, actor);
    if (answer instanceof NoPlan) return answer;
    return answer.catch((error: unknown) => {
      throw constraintError(error, { model, data, where }) ?? error;
    });
  };
  return (name) => {
    if (!delegateCache.has(name)) delegateCache.set(name, delegateOf(name));
    return delegateCache.get(name)!;
  };
}

/** Whether the author of the write is recorded, in the history of the row or in an audit event. */
const isAttributed = (model: string, operation: string): boolean =>
  creating.has(operation) || deleting.has(operation)
    ? isHistoried(model) || isAudited(model) || comesAndGoes(model)
    : updating.has(operation) && (isHistoried(model) || isAudited(model));

/** Throws instead of calling Prisma: Prisma reads and writes only the present, but this client reads the past. */
function refusePresent(): never {
  throw new Error('the past is only read, and only by statements that take an instant');
}

const modelNames = new Set(Object.keys(visibleRows).map(uncapitalize));

/** The arguments with the tenancy rule added. Throws an Error for operations to which the rule cannot be added. */
function scopedArgs(viewer: Viewer, ruleOf: RuleLookup, model: string, operation: string, args: object): Args {
  if (!filtered.has(operation) && !creating.has(operation))
    throw new Error(`${model}.${operation} has no tenancy rule: use another operation`);
  const scoped = scopeSelection(ruleOf, model, { ...args });
  if (filtered.has(operation)) scoped.where = withRule(ruleOf, model, scoped.where as Where | undefined);
  if (scoped.orderBy) assertSafeOrder(model, scoped.orderBy);
  if (scoped.by) assertSafeGroups(model, scoped.by as string[]);
  if (writing.has(operation)) assertWritable(viewer, model, scoped.data);
  return scoped;
}

/**
 * Prisma's own client, with the tenancy rule added to every model operation. Outside of transactions, it runs the
 * operations for which `src/data/sql` has no SQL statement.
 */
function extendedClient(prisma: PrismaClient, viewer: Viewer, ruleOf: RuleLookup): PrismaClient {
  const extended = prisma.$extends({
    query: {
      $allModels: {
        async $allOperations({ model, operation, args, query }) {
          const scoped = forPrisma(model, scopedArgs(viewer, ruleOf, model, operation, args as object));
          // Relations are read by separate queries, because Prisma's join strategy would read the relations of every
          // matching row before it cuts the page.
          if (operation.startsWith('find') && (scoped.select ?? scoped.include)) scoped.relationLoadStrategy = 'query';
          try {
            const run = async () => await query(scoped);
            return await (isAttributed(model, operation) ? runAs(actorOf(viewer), run) : run());
          } catch (error) {
            throw constraintError(error, { model, data: scoped.data, where: scoped.where }) ?? error;
          }
        },
      },
    },
  });
  return extended as PrismaClient;
}

/**
 * Throws if written rows would leave the viewer's scope. Also throws for nested writes, to which no tenancy rule is
 * applied.
 */
function assertWritable(viewer: Viewer, model: string, data: unknown): void {
  for (const row of [data].flat() as Args[]) {
    for (const key of Object.keys(row ?? {}))
      if (relationsOf(model).has(key))
        throw new Error(`${model}.${key}: nested writes bypass the tenancy rule; write the row itself`);
    if (row?.networkId != null && !viewer.networkIds.includes(row.networkId as string))
      throw new AppError('entity_access_denied', { entity: entityName('Network'), id: row.networkId });
    if (row?.organizationId != null && row.organizationId !== viewer.organizationId)
      throw new AppError('entity_access_denied', { entity: entityName('Organization'), id: row.organizationId });
  }
}
