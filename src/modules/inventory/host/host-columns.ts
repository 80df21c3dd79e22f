// Columns of a host that callers and discovery write, declared once for the GraphQL type, filter, inputs, reports and
// merging.
import { choice, optional, withColumns, text } from '../../../graphql/entity/sheet-fields';

/** Names and descriptions of a host. Callers can always write these columns. */
export const writtenColumns = {
  hostname: optional(text(0, 255)),
  description: optional(text(0, 500)),
};

/**
 * Columns that a device reports about itself. Callers may set them when they create a host; after that only discovery
 * writes these columns.
 */
export const readColumns = {
  sysDescr: optional(text(0, 2000)),
  sysObjectId: optional(text(0, 255)),
  sysLocation: optional(text(0, 2000)),
  sysContact: optional(text(0, 2000)),
  managementUrl: optional(text(0, 2000)),
  chassisId: optional(text(0, 255)),
};

/**
 * Columns that only discovery writes. For each column, a second column (see `sourceOfFact`) stores the source of the
 * value.
 */
export const facts = [
  ...(['sysName', 'manufacturer', 'model', 'serialNumber'] as const),
  ...(['firmwareRevision', 'softwareRevision', 'os'] as const),
];
type Fact = (typeof facts)[number];
export const sourceOfFact = (fact: Fact) => `${fact}Source` as const;

const factText = optional(text(0, 255));
export const factColumns = Object.fromEntries(
  facts.flatMap((fact) => [fact, sourceOfFact(fact)]).map((name) => [name, factText]),
) as Record<Fact | ReturnType<typeof sourceOfFact>, typeof factText>;

/** Input field for the role of a host. A role that a caller sets or changes gets the source `Manual`. */
export const roleInput = {
  role: withColumns(
    optional(choice('HostRole', 'Role of the host; null leaves it to discovery. Left out: unchanged.')),
    (role) => ({ role, roleSource: role === null ? null : 'Manual' }),
  ),
};

export const columnNames = <F extends object>(columns: F) => Object.keys(columns) as (keyof F & string)[];
export const plainColumns = { ...writtenColumns, ...readColumns };
