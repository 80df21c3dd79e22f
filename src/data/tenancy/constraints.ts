// Violated database constraints as the errors callers know: the database decides, this table only translates.
import { uniqueColumns } from '../../generated/entity-facts';
import { columnsOf, modelNames, relationsOf, tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { entityName } from './visible-rows';

type Row = Record<string, unknown>;
type ModelName = Parameters<typeof entityName>[0];

/** The statement that failed: the model it was sent to and what it was to write or to find. */
export interface Statement {
  readonly model: string;
  readonly data?: unknown;
  readonly where?: unknown;
}

/** The error of a violated constraint; undefined for everything else, which then stays an internal error. */
export function constraintError(error: unknown, statement: Statement): AppError | undefined {
  const violated = violationOf(error);
  if (!violated) return undefined;
  const model = modelOfConstraint(violated.constraint) ?? statement.model;
  const given = rowOf(statement.data);
  switch (violated.sqlState) {
    case '23505':
      return alreadyExists(model, violated.constraint, given);
    case '23503':
      // The constraint lies on the referencing table: another one than the statement's means a row in use.
      return model === statement.model && statement.data !== undefined
        ? invalidReference(model, violated.constraint, given)
        : new AppError('entity_in_use', {
            entity: nameOf(statement.model),
            id: idIn(statement.where),
            used_by: nameOf(ownerOf[model] ?? model),
          });
    default:
      return checkViolated(model, violated.constraint, given);
  }
}

/** Of unique keys, foreign keys and checks. */
const violations: ReadonlySet<string> = new Set(['23505', '23503', '23514']);

interface Violation {
  readonly sqlState: string;
  readonly constraint: string;
}

/** What PostgreSQL answers statements that are sent around Prisma. */
interface OwnFailure {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

/** Prisma's operations and raw statements carry the same cause, under different codes. */
function violationOf(error: unknown): Violation | undefined {
  const { code, constraint: own } = (error ?? {}) as OwnFailure;
  if (typeof code === 'string' && violations.has(code) && typeof own === 'string')
    return { sqlState: code, constraint: own };
  const meta = (error as { meta?: { driverAdapterError?: { cause?: unknown } } } | null)?.meta;
  const cause = meta?.driverAdapterError?.cause as
    { originalCode?: string; originalMessage?: string; constraint?: { index?: string } } | undefined;
  const sqlState = cause?.originalCode;
  if (!sqlState || !violations.has(sqlState)) return undefined;
  // The adapter passes no field for checks; the constraint's name is quoted last in any of PostgreSQL's languages.
  const constraint = cause.constraint?.index ?? /(\w+_check)\W*$/.exec(cause.originalMessage ?? '')?.[1];
  return constraint ? { sqlState, constraint } : undefined;
}

/** The row, or another of the same values in a unique key, is there already. */
export const isUniqueViolation = (error: unknown): boolean => violationOf(error)?.sqlState === '23505';

/** A row that was there when it was looked for is there no more. */
export const isForeignKeyViolation = (error: unknown): boolean => violationOf(error)?.sqlState === '23503';

/** Whether a row that was to be made has the id of another one. */
export const isIdTaken = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'entity_already_exists' && error.params.field === 'id';

/** PostgreSQL ended the transaction in favour of another: a deadlock (40P01) or a serialization failure (40001). */
export function isLostRace(error: unknown): boolean {
  const { code, meta } = (error ?? {}) as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { kind?: unknown } } };
  };
  // Prisma's raw statements fail under one code; those sent around it under PostgreSQL's own.
  return (
    code === 'P2034' ||
    code === '40001' ||
    code === '40P01' ||
    meta?.driverAdapterError?.cause?.kind === 'TransactionWriteConflict'
  );
}

function alreadyExists(model: string, constraint: string, given: Row): AppError | undefined {
  const columns = uniqueColumns[constraint] ?? (isOwnKey(model, constraint) ? ['id'] : undefined);
  if (!columns) return undefined;
  const field = columns.find((name) => given[name] !== undefined) ?? columns[0]!;
  return new AppError('entity_already_exists', { entity: nameOf(model), field, value: given[field] ?? null });
}

/** Primary keys, and the longer keys that composite foreign keys point to. */
export function isOwnKey(model: string, constraint: string): boolean {
  const table = tableOf(model);
  const isLonger = constraint.startsWith(`${table}_id_`) && constraint.endsWith('_key');
  return columnsOf(model).has('id') && (isLonger || constraint === `${table}_pkey`);
}

function invalidReference(model: string, constraint: string, given: Row): AppError | undefined {
  const field = columnAfterTable(model, constraint, '_fkey');
  if (!field) return undefined;
  const entity = nameOf(modelBehind(model, field));
  const id = given[field];
  // Rule 4 holds for a network that was deleted a moment ago as well.
  if (['networkId', 'taggedNetworkId', 'organizationId'].includes(field))
    return new AppError('entity_access_denied', { entity, id });
  return new AppError('entity_reference_invalid', { entity, field });
}

function checkViolated(model: string, constraint: string, given: Row): AppError | undefined {
  if (constraint === 'ip_addresses_inside_subnet_check')
    return new AppError('ip_address_out_of_range', {
      ip: given.ipAddress ?? null,
      subnet: given.cidr ?? given.subnetCidr ?? null,
    });
  const field = columnAfterTable(model, constraint, '_check');
  return field === undefined ? undefined : new AppError('validation_invalid_format', { field });
}

/** `vlans_vlan_number_check` → `vlanNumber`, if there is such a column. */
function columnAfterTable(model: string, constraint: string, suffix: string): string | undefined {
  const column = constraint.slice(tableOf(model).length + 1, -suffix.length);
  return [...columnsOf(model).values()].find(({ sqlName }) => sqlName === column)?.name;
}

/** The model that a column of a foreign key leads to. */
const modelBehind = (model: string, field: string): string =>
  [...relationsOf(model).values()].find(({ foreignKey }) => foreignKey.isHere && foreignKey.field === field)!.model;

/** Rows of a link are in use by what they belong to. */
const ownerOf: Readonly<Record<string, string>> = { GroupMember: 'Group' };

const nameOf = (model: string): string => entityName(model as ModelName);

const modelsByTable = modelNames
  .map((model) => [`${tableOf(model)}_`, model] as const)
  .sort(([a], [b]) => b.length - a.length);

/** The model whose table the constraint is on: the longest table name that the constraint's begins with. */
export const modelOfConstraint = (constraint: string): string | undefined =>
  modelsByTable.find(([prefix]) => constraint.startsWith(prefix))?.[1];

/** When many rows are written, the one that failed is unknown. */
function rowOf(data: unknown): Row {
  const rows = [data].flat();
  return rows.length === 1 ? ((rows[0] ?? {}) as Row) : {};
}

/** The one row that the statement was for. */
function idIn(where: unknown): string | null {
  const { id } = (where ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
