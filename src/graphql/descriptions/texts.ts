// The registry of descriptions of enums, types, fields and arguments. The GraphQL engine and each module register their
// own descriptions.
import type { MetadataGroup } from './metadata';

export interface EnumText {
  readonly type?: string;
  /**
   * Descriptions of the enum's values, by value; undefined if the names of the values are clear without descriptions.
   */
  readonly values?: Readonly<Record<string, string>>;
  /**
   * The group of the metadata registry (the values, names and icons at /api/metadata) whose entries describe those
   * values of the enum that `values` does not describe.
   */
  readonly metadata?: MetadataGroup;
}
/** Descriptions that several types share, or that cannot be declared elsewhere. */
interface Texts {
  readonly enums?: Readonly<Record<string, EnumText>>;
  readonly types?: Readonly<Record<string, string>>;
  /** Descriptions of fields, by field name. If the name alone is ambiguous, the key is `Type.field`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Descriptions of arguments, by argument name. If the name alone is ambiguous, the key is `field.name`. */
  readonly arguments?: Readonly<Record<string, string>>;
}

const registry = {
  enums: new Map<string, EnumText>(),
  types: new Map<string, string>(),
  fields: new Map<string, string>(),
  arguments: new Map<string, string>(),
};

/** Registers descriptions before the schema is built. Throws if a name is registered already. */
export function registerTexts({ enums = {}, types = {}, fields = {}, arguments: args = {} }: Texts): void {
  addAll('enums', registry.enums, enums);
  addAll('types', registry.types, types);
  addAll('fields', registry.fields, fields);
  addAll('arguments', registry.arguments, args);
}

function addAll<T>(kind: string, texts: Map<string, T>, additions: Readonly<Record<string, T>>): void {
  for (const [name, text] of Object.entries(additions)) {
    if (texts.has(name)) throw new Error(`the text of ${name} is registered twice among ${kind}`);
    texts.set(name, text);
  }
}

export const enumText = (name: string): EnumText | undefined => registry.enums.get(name);
export const typeText = (name: string): string | undefined => registry.types.get(name);
export const fieldText = (name: string): string | undefined => registry.fields.get(name);
export const argumentText = (name: string): string | undefined => registry.arguments.get(name);
