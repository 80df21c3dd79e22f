// The metadata registry: names and looks of enum values and definitions; each entity registers its own.
import type { Color } from '../../generated/prisma/enums';

/** One kind of thing, for programs that show it. */
export interface MetadataEntry {
  /** As the API spells it: an enum value, a definition's id. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category?: string;
  /** Key of an icon or logo. */
  readonly icon?: string;
  readonly color?: Color;
  /** What else is known, members in wire spelling. */
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
  permissions: 'Roles of users, lowest first.',
  concepts: 'Terms that clients explain to their users.',
  features: 'Optional functions of the service.',
} as const;
export type MetadataGroup = keyof typeof metadataGroups;

/** An entry as it is returned: unknown values are null. */
const complete = ({ id, name, description, category, icon, color, metadata }: MetadataEntry) => ({
  ...{ id, name, description },
  category: category ?? null,
  icon: icon ?? null,
  color: color ?? null,
  metadata: metadata ?? {},
});
export type MetadataRecord = ReturnType<typeof complete>;

const registry = new Map<MetadataGroup, readonly MetadataRecord[]>();

/** Publishes a group's entries, in the order given. Throws when another place has done so. */
export function registerMetadata(group: MetadataGroup, entries: readonly MetadataEntry[]): void {
  if (registry.has(group)) throw new Error(`the metadata of ${group} is registered twice`);
  registry.set(group, entries.map(complete));
}

export const metadataOf = (group: MetadataGroup): readonly MetadataRecord[] => registry.get(group)!;

/** Every group with its entries. They come from the code and need no viewer. */
export const metadataRegistry = (): [MetadataGroup, readonly MetadataRecord[]][] =>
  (Object.keys(metadataGroups) as MetadataGroup[]).map((group) => [group, metadataOf(group)]);

/** name, description, icon, colour. */
export type Look = readonly [name: string, description: string, icon: string, color: Color];

/** Entries of an enum: a look for each of its values, so that a new value does not compile without one. */
export const looks = <Id extends string>(table: Readonly<Record<Id, Look>>): MetadataEntry[] =>
  Object.entries<Look>(table).map(([id, [name, description, icon, color]]) => ({ id, name, description, icon, color }));
