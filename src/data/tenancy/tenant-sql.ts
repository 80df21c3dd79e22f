// Hand-written SQL statements. Each statement names the viewer to whose rows it is limited, and only a client of that
// viewer sends it.
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import { clientToJoin, directSqlOf, heldSqlOf } from '../client';
import { inTransaction } from '../transaction';
import { runAs } from '../acting';
import { actorOf, type Viewer } from './viewer';

/**
 * Used instead of a viewer for the service's own work on all organizations. Only the raw client accepts such
 * statements.
 */
export const systemScope: unique symbol = Symbol('systemScope');
type Everyone = typeof systemScope;

/** A `Prisma.sql`, or a text that refers to its values by number (`$1`). */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

class SafeStatement {
  // A private field, so that TypeScript accepts no other objects of the same shape.
  readonly #isSafe = true;
  constructor(
    readonly viewer: Viewer | Everyone,
    readonly sql: Sql,
  ) {}

  static includes(value: unknown): value is SafeStatement {
    return typeof value === 'object' && value !== null && #isSafe in value && value.#isSafe;
  }
}
export type TenantSafeSql = SafeStatement;

/** Marks a statement as safe: the author asserts that it reads and writes only rows that the viewer can access. */
export const tenantSafeSql = (viewer: Viewer | Everyone, sql: Sql): TenantSafeSql => new SafeStatement(viewer, sql);

/** A client or a transaction of a client; scoped or raw. */
type Client = Pick<PrismaClient, Uncapitalize<Prisma.ModelName>>;
type Sender = Client & Pick<PrismaClient, '$executeRawUnsafe' | '$queryRawUnsafe'>;

const scoped = new WeakMap<object, { readonly viewer: Viewer; readonly sender: () => object }>();

/**
 * Registers `db` as a client of the viewer, which accepts only statements built for this viewer. `sender` returns the
 * client that really sends them, such as a transaction.
 */
export function bindViewer<T extends object>(db: T, viewer: Viewer, sender: () => object = () => db): T {
  scoped.set(db, { viewer, sender });
  return db;
}

/** The viewer of the client; `systemScope` for the raw client. */
export const viewerOf = (db: Client): Viewer | Everyone => scoped.get(db)?.viewer ?? systemScope;

/** Sends a statement that writes or locks, attributed to the viewer. Returns the number of affected rows. */
export async function executeSql(db: Client, statement: TenantSafeSql): Promise<number> {
  const viewer = viewerOf(db);
  const { text, values } = checkedSql(viewer, statement);
  const sender = senderOf(db);
  const heldSql = heldSqlOf(sender);
  if (heldSql) return heldSql.execute(text, [...values]);
  const joined = clientToJoin();
  // `runAs` sets the actor only while its function runs, and Prisma sends the statement only when the promise is
  // awaited. So the function must await the promise.
  const run = joined
    ? () => inTransaction(joined, (tx) => heldSqlOf(tx)!.execute(text, [...values]))
    : async () => await sender.$executeRawUnsafe(text, ...values);
  return viewer === systemScope ? run() : runAs(actorOf(viewer), run);
}

/** Sends a statement and returns its rows. */
export async function querySql<Row extends object>(db: Client, statement: TenantSafeSql): Promise<Row[]> {
  const { text, values } = checkedSql(viewerOf(db), statement);
  const sender = senderOf(db);
  const joined = clientToJoin();
  const direct = heldSqlOf(sender) ?? (joined && directSqlOf(joined));
  return direct ? direct.query<Row>(text, [...values]) : sender.$queryRawUnsafe<Row[]>(text, ...values);
}

const senderOf = (db: Client): Sender => (scoped.get(db)?.sender() ?? db) as Sender;

/** The SQL of the statement. Throws if the statement was built for another viewer. */
export function checkedSql(viewer: Viewer | Everyone, statement: TenantSafeSql): Sql {
  if (!SafeStatement.includes(statement)) refuseRaw();
  if (statement.viewer !== viewer) throw new Error('a statement of one viewer goes through no client of another one');
  return statement.sql;
}

function refuseRaw(): never {
  throw new Error('raw SQL bypasses the tenancy rule: send it by executeSql or querySql, as tenantSafeSql(viewer, …)');
}
