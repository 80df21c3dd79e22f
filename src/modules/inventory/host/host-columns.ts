// The columns of a host that callers write as they are, each once: for the type, the filter, the inputs, reports and merging.
import { choice, optional, storedAs, text } from '../../../graphql/entity/sheet-fields';

/** What people call it. */
export const writtenColumns = {
  hostname: optional(text(0, 255)),
  description: optional(text(0, 500)),
};

/** What the device says of itself: given on create, then replaced by discovery alone. */
export const readColumns = {
  sysDescr: optional(text(0, 2000)),
  sysObjectId: optional(text(0, 255)),
  sysLocation: optional(text(0, 2000)),
  sysContact: optional(text(0, 2000)),
  managementUrl: optional(text(0, 2000)),
  chassisId: optional(text(0, 255)),
};

/** What discovery alone writes, each with a twin that says where it was read. */
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

/** Given by a caller, it is a person's word. */
export const roleInput = {
  role: storedAs(
    optional(choice('HostRole', 'What the host is; null leaves it to discovery. Left out: unchanged.')),
    (role) => ({ role, roleSource: role === null ? null : 'Manual' }),
  ),
};

export const namesOf = <F extends object>(columns: F) => Object.keys(columns) as (keyof F & string)[];
export const plainColumns = { ...writtenColumns, ...readColumns };
