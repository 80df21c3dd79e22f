// The metadata registry: names, icons and colors of enum values and service definitions. Each module registers the
// entries of its own enums.
import type { Color } from '../../generated/prisma/enums';

/** Display data of one value of an enum or registry. */
export interface MetadataEntry {
  /** The spelling of the value in the API: an enum value, or the id of a service definition. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category?: string;
  /** Key of an icon or logo. */
  readonly icon?: string;
  readonly color?: Color;
  /** Further data of the value. The names of fields are spelled as in REST. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export const metadataGroups = {
  serviceDefinitions: 'Known software.',
  subnetTypes: 'Kinds of subnets.',
  edgeTypes: 'Kinds of edges in topologies.',
  groupTypes: 'Kinds of groups.',
  entities: 'Entity types.',
  ports: 'Well-known ports; the id is number/protocol.',
  discoveryTypes: 'Kinds of discoveries.',
  credentialTypes: 'Kinds of credentials, with the fields of their settings.',
  permissions: 'Roles of users, lowest first.',
  concepts: 'Terms that clients explain to their users.',
  features: 'Optional functions of the service.',
} as const;
export type MetadataGroup = keyof typeof metadataGroups;

/** Completes an entry to the form that the API returns, with null for missing values. */
const complete = ({ id, name, description, category, icon, color, metadata }: MetadataEntry) => ({
  ...{ id, name, description },
  category: category ?? null,
  icon: icon ?? null,
  color: color ?? null,
  metadata: metadata ?? {},
});
export type MetadataRecord = ReturnType<typeof complete>;

const registry = new Map<MetadataGroup, readonly MetadataRecord[]>();

/**
 * Registers the display data of all values of an enum or registry (`group`), in the order in which the API returns
 * them. Throws if the group is registered already.
 */
export function registerMetadata(group: MetadataGroup, entries: readonly MetadataEntry[]): void {
  if (registry.has(group)) throw new Error(`the metadata of ${group} is registered twice`);
  registry.set(group, entries.map(complete));
}

export const readMetadata = (group: MetadataGroup): readonly MetadataRecord[] => registry.get(group)!;

/**
 * Display data (such as name, icon and color) of the values of all enums and registries, by group. The data are
 * constant and the same for every viewer.
 */
export const metadataRegistry = (): [MetadataGroup, readonly MetadataRecord[]][] =>
  (Object.keys(metadataGroups) as MetadataGroup[]).map((group) => [group, readMetadata(group)]);

export type Look = readonly [name: string, description: string, icon: string, color: Color];

/** Metadata entries for all values of an enum. The record type makes a value without an entry a compile error. */
export const looks = <Id extends string>(table: Readonly<Record<Id, Look>>): MetadataEntry[] =>
  Object.entries<Look>(table).map(([id, [name, description, icon, color]]) => ({ id, name, description, icon, color }));
