// The registry of descriptions: the engine and each module declare those of their enums, types, fields and arguments.
import type { MetadataGroup } from './metadata';

export interface EnumText {
  readonly type?: string;
  /** None: the names are the words that one would describe them by. */
  readonly values?: Readonly<Record<string, string>>;
  /** The group of the metadata registry whose entries describe the other values. */
  readonly metadata?: MetadataGroup;
}
/** What several types share, or what has no place of its own to say it. */
interface Texts {
  readonly enums?: Readonly<Record<string, EnumText>>;
  readonly types?: Readonly<Record<string, string>>;
  /** By the field's name, or by `Type.field` where the name alone says too little. */
  readonly fields?: Readonly<Record<string, string>>;
  /** By the argument's name, or by `field.name`. */
  readonly arguments?: Readonly<Record<string, string>>;
}

const registry = {
  enums: new Map<string, EnumText>(),
  types: new Map<string, string>(),
  fields: new Map<string, string>(),
  arguments: new Map<string, string>(),
};

/** Declares descriptions before the schema is built. Throws when another place has declared one of the same name. */
export function registerTexts({ enums = {}, types = {}, fields = {}, arguments: args = {} }: Texts): void {
  addAll('enums', registry.enums, enums);
  addAll('types', registry.types, types);
  addAll('fields', registry.fields, fields);
  addAll('arguments', registry.arguments, args);
}

function addAll<T>(kind: string, texts: Map<string, T>, added: Readonly<Record<string, T>>): void {
  for (const [name, text] of Object.entries(added)) {
    if (texts.has(name)) throw new Error(`the text of ${name} is registered twice among ${kind}`);
    texts.set(name, text);
  }
}

export const enumText = (name: string): EnumText | undefined => registry.enums.get(name);
export const typeText = (name: string): string | undefined => registry.types.get(name);
export const fieldText = (name: string): string | undefined => registry.fields.get(name);
export const argumentText = (name: string): string | undefined => registry.arguments.get(name);
