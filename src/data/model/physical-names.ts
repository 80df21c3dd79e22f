// What the models' tables and columns are called in the database, as the Prisma client itself knows it.

interface RuntimeModel {
  readonly dbName: string | null;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly dbName?: string }[];
}
export interface PhysicalNames {
  tableOf(model: string): string;
  columnOf(model: string, field: string): string;
  /** The field's type in the Prisma schema. */
  typeOf(model: string, field: string): string;
}

/** Names of a client's models; every model and field that is asked for must exist. */
export function physicalNames(prisma: object): PhysicalNames {
  // Not in the client's types, but the map that its own queries are made with; a test holds it against the database.
  const { models } = (prisma as { _runtimeDataModel: { models: Record<string, RuntimeModel> } })._runtimeDataModel;
  const known = new Map(
    Object.entries(models).map(([name, { dbName, fields }]) => [
      name,
      { table: dbName ?? name, fields: new Map(fields.map((field) => [field.name, field])) },
    ]),
  );
  return {
    tableOf: (model) => known.get(model)!.table,
    columnOf: (model, name) => known.get(model)!.fields.get(name)!.dbName ?? name,
    typeOf: (model, name) => known.get(model)!.fields.get(name)!.type,
  };
}
