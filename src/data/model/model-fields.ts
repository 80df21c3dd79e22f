// What the data model says of each column: its kind, whether it may be null, the values of its enum, its relations.
import { getDatamodel } from '../../generated/pothos-prisma-types';
import * as enums from '../../generated/prisma/enums';

export type ColumnKind = 'uuid' | 'inet' | 'text' | 'int' | 'bigint' | 'float' | 'time' | 'boolean' | 'enum' | 'json';

export interface Column {
  name: string;
  kind: ColumnKind;
  enumName?: string;
  enumValues?: readonly string[];
  isNullable: boolean;
  isList: boolean;
}
export interface Relation {
  name: string;
  model: string;
  isList: boolean;
  isNullable: boolean;
  /** The column that holds the other row's `id`, and whether it is here or on the other side. */
  foreignKey: { field: string; isHere: boolean };
}

interface DatamodelField {
  name: string;
  kind: string;
  type: string;
  isRequired: boolean;
  isList: boolean;
  relationName?: string;
  relationFromFields?: string[];
}

const { datamodel } = getDatamodel() as unknown as {
  datamodel: {
    models: Record<string, { fields: DatamodelField[] }>;
  };
};

const scalarKinds: Record<string, ColumnKind> = {
  String: 'text',
  Int: 'int',
  BigInt: 'bigint',
  Float: 'float',
  DateTime: 'time',
  Boolean: 'boolean',
  Json: 'json',
};

// The generated data model knows no database types; a test holds these names against the `@db` of the models.
const inetColumns = new Set(['ipAddress', 'cidr', 'subnetCidr', 'lldpMgmtAddr', 'cdpAddress']);
const foreignIds = new Set(['sysObjectId', 'chassisId', 'vmId', 'containerId', 'cdpDeviceId', 'cdpPortId']);

function kindOf(type: string, name: string): ColumnKind {
  if (type === 'String' && inetColumns.has(name)) return 'inet';
  const isUuid = type === 'String' && /^id$|Id$|^createdBy$/.test(name) && !foreignIds.has(name);
  return isUuid ? 'uuid' : (scalarKinds[type] ?? 'json');
}

function foreignKeyOf(field: DatamodelField): Relation['foreignKey'] {
  const [own] = field.relationFromFields ?? [];
  if (own) return { field: own, isHere: true };
  const opposite = datamodel.models[field.type]!.fields.find(
    ({ relationName, relationFromFields }) => relationName === field.relationName && relationFromFields?.length,
  )!;
  return { field: opposite.relationFromFields![0]!, isHere: false };
}

const columns = new Map<string, Map<string, Column>>();
const relations = new Map<string, Map<string, Relation>>();

for (const [model, { fields }] of Object.entries(datamodel.models)) {
  columns.set(model, new Map());
  relations.set(model, new Map());
  for (const field of fields) {
    const { name, type, isList } = field;
    const isNullable = !field.isRequired;
    if (field.kind === 'object')
      relations.get(model)!.set(name, { name, model: type, isList, isNullable, foreignKey: foreignKeyOf(field) });
    else if (field.kind === 'enum') {
      const values = Object.values((enums as unknown as Record<string, Record<string, string>>)[type] ?? {});
      columns.get(model)!.set(name, { name, kind: 'enum', enumName: type, enumValues: values, isNullable, isList });
    } else {
      columns.get(model)!.set(name, { name, kind: kindOf(type, name), isNullable, isList });
    }
  }
}

export const modelNames = [...columns.keys()];
export const columnsOf = (model: string): ReadonlyMap<string, Column> => columns.get(model)!;
export const relationsOf = (model: string): ReadonlyMap<string, Relation> => relations.get(model)!;

export function columnOf(model: string, name: string): Column {
  const column = columns.get(model)?.get(name);
  if (!column) throw new Error(`${model} has no column ${name}`);
  return column;
}

export function relationOf(model: string, name: string): Relation {
  const relation = relations.get(model)?.get(name);
  if (!relation) throw new Error(`${model} has no relation ${name}`);
  return relation;
}
