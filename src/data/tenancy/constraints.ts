// Translates violated database constraints to the errors of the API. The database decides whether a constraint is
// violated.
import { uniqueColumns } from '../../generated/entity-facts';
import { columnsOf, modelNames, relationsOf, tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { entityName } from './visible-rows';

type Row = Record<string, unknown>;
type ModelName = Parameters<typeof entityName>[0];

/** The failed statement: its model, the data that it wrote, and its condition. */
export interface Statement {
  readonly model: string;
  readonly data?: unknown;
  readonly where?: unknown;
}

/** The error for a violated constraint; undefined for any other error, which remains an internal error. */
export function constraintError(error: unknown, statement: Statement): AppError | undefined {
  const violated = violationOf(error);
  if (!violated) return undefined;
  const model = modelOfConstraint(violated.constraint) ?? statement.model;
  const inputRow = rowOf(statement.data);
  switch (violated.sqlState) {
    case '23505':
      return alreadyExists(model, violated.constraint, inputRow);
    case '23503':
      // A foreign key belongs to the table whose rows refer to other rows. If the statement wrote another table, it
      // tried to delete a row to which rows of the foreign key's table still refer.
      return model === statement.model && statement.data !== undefined
        ? invalidReference(model, violated.constraint, inputRow)
        : new AppError('entity_in_use', {
            entity: nameOf(statement.model),
            id: idIn(statement.where),
            used_by: nameOf(ownerOf[model] ?? model),
          });
    default:
      return checkViolated(model, violated.constraint, inputRow);
  }
}

/** SQLSTATEs of violated unique keys, foreign keys and CHECK constraints. */
const violations: ReadonlySet<string> = new Set(['23505', '23503', '23514']);

interface Violation {
  readonly sqlState: string;
  readonly constraint: string;
}

/** PostgreSQL's error for a statement that was sent without Prisma. */
interface OwnFailure {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

/**
 * The constraint that an error reports as violated. Prisma's operations and its raw statements report the same
 * violation under different codes.
 */
function violationOf(error: unknown): Violation | undefined {
  const { code, constraint: constraintName } = (error ?? {}) as OwnFailure;
  if (typeof code === 'string' && violations.has(code) && typeof constraintName === 'string')
    return { sqlState: code, constraint: constraintName };
  const meta = (error as { meta?: { driverAdapterError?: { cause?: unknown } } } | null)?.meta;
  const cause = meta?.driverAdapterError?.cause as
    { originalCode?: string; originalMessage?: string; constraint?: { index?: string } } | undefined;
  const sqlState = cause?.originalCode;
  if (!sqlState || !violations.has(sqlState)) return undefined;
  // For CHECK constraints, Prisma's adapter passes no name. In every language, PostgreSQL's message has it last, in
  // quotes.
  const constraint = cause.constraint?.index ?? /(\w+_check)\W*$/.exec(cause.originalMessage ?? '')?.[1];
  return constraint ? { sqlState, constraint } : undefined;
}

/** Whether the error says that the row, or another row with the same unique key, exists already. */
export const isUniqueViolation = (error: unknown): boolean => violationOf(error)?.sqlState === '23505';

/**
 * The error for a unique key that a hand-written statement violated: the entity and a column of the key, without the
 * value. Undefined for other errors, and for keys that callers cannot violate.
 */
export function uniqueKeyError(error: unknown): AppError | undefined {
  const violated = violationOf(error);
  const model = violated?.sqlState === '23505' ? modelOfConstraint(violated.constraint) : undefined;
  return model === undefined ? undefined : alreadyExists(model, violated!.constraint, {});
}

/** Whether the error says that a referenced row no longer exists. */
export const isForeignKeyViolation = (error: unknown): boolean => violationOf(error)?.sqlState === '23503';

/** Whether the error says that the id of a new row is already in use. */
export const isIdTaken = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'entity_already_exists' && error.params.field === 'id';

/** Thrown if a statement finds that a concurrent transaction took a key which this transaction had found free. */
export class LostRace extends Error {}

/**
 * Whether the transaction must be repeated because it collided with a concurrent one: deadlock (40P01), serialization
 * failure (40001), or `LostRace`.
 */
export function isLostRace(error: unknown): boolean {
  if (error instanceof LostRace) return true;
  const { code, meta } = (error ?? {}) as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { kind?: unknown } } };
  };
  // Prisma uses one error code for all failed raw statements, so the kind of error is read from `meta`. Errors of
  // statements that were sent without Prisma have PostgreSQL's codes.
  return (
    code === 'P2034' ||
    code === '40001' ||
    code === '40P01' ||
    meta?.driverAdapterError?.cause?.kind === 'TransactionWriteConflict'
  );
}

function alreadyExists(model: string, constraint: string, inputRow: Row): AppError | undefined {
  const columns = uniqueColumns[constraint] ?? (isOwnKey(model, constraint) ? ['id'] : undefined);
  if (!columns) return undefined;
  const field = columns.find((name) => inputRow[name] !== undefined) ?? columns[0]!;
  return new AppError('entity_already_exists', { entity: nameOf(model), field, value: inputRow[field] ?? null });
}

/**
 * Whether the constraint is the model's primary key, or a longer key that composite foreign keys of other tables refer
 * to.
 */
export function isOwnKey(model: string, constraint: string): boolean {
  const table = tableOf(model);
  const isLonger = constraint.startsWith(`${table}_id_`) && constraint.endsWith('_key');
  return columnsOf(model).has('id') && (isLonger || constraint === `${table}_pkey`);
}

function invalidReference(model: string, constraint: string, inputRow: Row): AppError | undefined {
  const field = columnAfterTable(model, constraint, '_fkey');
  if (!field) return undefined;
  const entity = nameOf(modelBehind(model, field));
  const id = inputRow[field];
  // The error for a missing network or organization is the same as for one that the caller cannot access. So the error
  // does not reveal which networks and organizations exist.
  if (['networkId', 'taggedNetworkId', 'organizationId'].includes(field))
    return new AppError('entity_access_denied', { entity, id });
  return new AppError('entity_reference_invalid', { entity, field });
}

function checkViolated(model: string, constraint: string, inputRow: Row): AppError | undefined {
  if (constraint.endsWith('_inside_subnet_check'))
    return new AppError('ip_address_out_of_range', {
      ip: inputRow.ipAddress ?? inputRow.firstAddress ?? null,
      subnet: inputRow.cidr ?? inputRow.subnetCidr ?? null,
    });
  const field = columnAfterTable(model, constraint, '_check');
  return field === undefined ? undefined : new AppError('validation_invalid_format', { field });
}

/** `vlans_vlan_number_check` → `vlanNumber`, if there is such a column. */
function columnAfterTable(model: string, constraint: string, suffix: string): string | undefined {
  const column = constraint.slice(tableOf(model).length + 1, -suffix.length);
  return [...columnsOf(model).values()].find(({ sqlName }) => sqlName === column)?.name;
}

/** The model that a foreign key column refers to. */
const modelBehind = (model: string, field: string): string =>
  [...relationsOf(model).values()].find(({ foreignKey }) => foreignKey.isHere && foreignKey.field === field)!.model;

/**
 * Models whose rows are parts of another row, with the model of that row, which errors name. If a group has a row as its
 * member, for example, the row is used by a `Group`, because clients do not know the model `GroupMember`.
 */
const ownerOf: Readonly<Record<string, string>> = {
  ...{ GroupMember: 'Group', InterfaceVlan: 'Interface', InterfaceNeighbor: 'Interface', FhrpMember: 'Host' },
  ...{ DaemonSubnet: 'Daemon', HostCredential: 'Host', WorkingCredential: 'Host' },
};

const nameOf = (model: string): string => entityName(model as ModelName);

const modelsByTable = modelNames
  .map((model) => [`${tableOf(model)}_`, model] as const)
  .sort(([a], [b]) => b.length - a.length);

/**
 * The model whose table has the constraint. If the names of several tables are a prefix of the constraint's name, the
 * longest name is that of the table.
 */
export const modelOfConstraint = (constraint: string): string | undefined =>
  modelsByTable.find(([prefix]) => constraint.startsWith(prefix))?.[1];

/** The row that the failed statement wrote. Empty for several rows, because it is unknown which one failed. */
function rowOf(data: unknown): Row {
  const rows = [data].flat();
  return rows.length === 1 ? ((rows[0] ?? {}) as Row) : {};
}

/** The id of the row that the statement concerns; null if it is unknown. */
function idIn(where: unknown): string | null {
  const { id } = (where ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
