// Facts of each table and column, generated from prisma/: names, kinds, enum values, relations.
import { enums, models, type ColumnFacts, type RelationFacts } from '../../generated/model-facts';

export type ColumnKind =
  'uuid' | 'inet' | 'text' | 'int' | 'bigint' | 'float' | 'time' | 'boolean' | 'enum' | 'json' | 'bytes';

export interface Column {
  name: string;
  /** The column's name in the database. */
  sqlName: string;
  kind: ColumnKind;
  /** The column's type in the Prisma schema. */
  type: string;
  enumName?: string;
  enumValues?: readonly string[];
  isNullable: boolean;
  isList: boolean;
  /** Whether the database sets a value if a new row has none. */
  hasDefault: boolean;
  /** The default value, unless it is a function of the database. */
  defaultValue?: unknown;
  /**
   * Whether the default is the time at which the row is created (`isCreationTime`), or the time of each write
   * (`isUpdateTime`).
   */
  isCreationTime: boolean;
  isUpdateTime: boolean;
}
export interface Relation extends RelationFacts {
  readonly name: string;
}

const scalarKinds: Record<string, ColumnKind> = {
  String: 'text',
  Int: 'int',
  BigInt: 'bigint',
  Float: 'float',
  DateTime: 'time',
  Boolean: 'boolean',
  Json: 'json',
  Bytes: 'bytes',
};
const nativeKinds: Record<string, ColumnKind> = { Uuid: 'uuid', Inet: 'inet' };

function columnFrom(name: string, { isEnum, native, ...facts }: ColumnFacts): Column {
  if (isEnum) return { ...facts, name, kind: 'enum', enumName: facts.type, enumValues: enums[facts.type]! };
  return { ...facts, name, kind: nativeKinds[native ?? ''] ?? scalarKinds[facts.type] ?? 'json' };
}

function mapped<F, T>(facts: Readonly<Record<string, F>>, make: (name: string, one: F) => T): ReadonlyMap<string, T> {
  return new Map(Object.entries(facts).map(([name, one]) => [name, make(name, one)]));
}
const factsByModel = mapped(models, (_model, { table, columns, relations }) => ({
  table,
  columns: mapped(columns, columnFrom),
  relations: mapped(relations, (name, facts): Relation => ({ name, ...facts })),
}));

export const modelNames = [...factsByModel.keys()];
export const tableOf = (model: string): string => factsByModel.get(model)!.table;
export const columnsOf = (model: string): ReadonlyMap<string, Column> => factsByModel.get(model)!.columns;
export const relationsOf = (model: string): ReadonlyMap<string, Relation> => factsByModel.get(model)!.relations;

const modelOf = new Map([...factsByModel].map(([model, { table }]) => [table, model]));
/** The column that names the owner of a table's rows: their network, or their organization if they have no network. */
export const ownerColumnOf = (table: string): 'network_id' | 'organization_id' =>
  columnsOf(modelOf.get(table)!).has('networkId') ? 'network_id' : 'organization_id';

export function columnOf(model: string, name: string): Column {
  const column = factsByModel.get(model)?.columns.get(name);
  if (!column) throw new Error(`${model} has no column ${name}`);
  return column;
}

export function relationOf(model: string, name: string): Relation {
  const relation = factsByModel.get(model)?.relations.get(name);
  if (!relation) throw new Error(`${model} has no relation ${name}`);
  return relation;
}

/** Columns, of any model, to which foreign keys refer. If such a column changes, rows that refer to it change too. */
const referenced: ReadonlySet<string> = new Set([
  ...['id', 'networkId', 'organizationId'],
  ...['hostId', 'userId', 'cidr', 'memberType'],
]);
export const isReferenced = (name: string): boolean => referenced.has(name);
