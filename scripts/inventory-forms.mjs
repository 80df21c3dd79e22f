// Documents and facts of the inventory's forms: for each kind that the API creates, updates or deletes, its mutations and
// the fields of their inputs, all from the published schema. src/pages/inventory/form-descriptions.ts orders the fields.
import { selectionOf } from './inventory-kinds.mjs';
import { load } from './project.mjs';

/** Inputs that the page sets: the network that it shows, and the caller's organization. */
const scope = new Set(['networkId', 'organizationId']);
const version = 'expectedUpdatedAt';
const plainTypes = new Set(['String', 'Int', 'BigInt', 'Boolean', 'DateTime']);
const listTypes = new Set(['String', 'UUID']);
const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);

/** Forms of `kinds`, the facts of scripts/inventory-kinds.mjs. */
export async function formFacts({ sdl, kinds, descriptions }) {
  const graphql = await load('node_modules', 'graphql');
  const schema = graphql.buildSchema(sdl);
  const reader = new FormReader(graphql, schema, kinds, descriptions);
  const forms = kinds.flatMap((kind) => reader.formOf(kind, descriptions[kind.list]) ?? []);
  return { forms, enums: Object.fromEntries([...reader.enums].sort()) };
}

class FormReader {
  constructor(graphql, schema, kinds, descriptions) {
    Object.assign(this, { graphql, schema, descriptions, enums: new Map() });
    this.mutations = schema.getMutationType().getFields();
    this.listOfType = new Map(kinds.map(({ type, list }) => [type, list]));
    this.taggable = new Set(
      schema
        .getType('TaggableEntityType')
        .getValues()
        .map(({ name }) => name),
    );
  }

  /** Undefined: nobody but discovery writes such rows. */
  formOf({ list, type, getter, title, isInNetwork }, description) {
    const [create, update, remove, removeMany] = [
      `create${type}`,
      `update${type}`,
      `delete${type}`,
      `delete${upperFirst(list)}`,
    ].map((name) => this.mutations[name]);
    if (!create && !update && !remove) return undefined;
    const fields = this.fieldsOf(list, type, description ?? { first: [] });
    const parts = Object.entries(description?.parts ?? {}).map(([name, leftOut]) =>
      this.partOf(list, type, name, leftOut),
    );
    const isComplete = (mutation) =>
      description !== undefined &&
      mutation !== undefined &&
      Object.values(this.inputOf(mutation)).every(
        (input) =>
          !this.graphql.isRequiredInputField(input) ||
          scope.has(input.name) ||
          fields.some(({ name }) => name === input.name),
      );
    return {
      ...{ list, type, getter, title, isInNetwork },
      create: isComplete(create) ? create.name : null,
      update: isComplete(update) ? update.name : null,
      remove: remove?.name ?? null,
      removeMany: removeMany?.name ?? null,
      // The description of the argument states its maximum number of ids: "1 to 10000 ids".
      mostRemoved: Number(/(\d+) ids/.exec(removeMany?.args[0].description ?? '')?.[1] ?? 0),
      effect: effectOf(remove?.description ?? ''),
      returnsExisting: / or returns the existing /.test(create?.description ?? ''),
      isTaggable: this.taggable.has(type),
      isOfNetwork: create !== undefined && 'networkId' in this.inputOf(create),
      fields,
      parts,
    };
  }

  /** The fields of a part that a new row can bring, in the order of the part's own form. */
  partOf(list, type, name, leftOut) {
    const input = this.inputOf(this.mutations[`create${type}`])[name];
    if (!input) throw new Error(`${list} has no input ${name}.`);
    const inputs = this.graphql.getNamedType(input.type).getFields();
    const stored = this.graphql.getNamedType(this.schema.getType(type).getFields()[name].type).getFields();
    const unknown = leftOut.find((one) => !(one in inputs));
    if (unknown) throw new Error(`${list} has no input ${name}.${unknown}.`);
    const { first = [], references = {} } = this.descriptions[name] ?? {};
    const names = Object.keys(inputs).filter((one) => one !== 'id' && !leftOut.includes(one));
    const ordered = [...first.filter((one) => names.includes(one)), ...names.filter((one) => !first.includes(one))];
    const fields = ordered.map((one) => {
      const field = this.fieldOf(inputs[one], stored, references[one]);
      if (!field) throw new Error(`${list}: the form cannot have ${name}.${one}. Leave it out.`);
      return { ...field, isFirst: true, isCreated: true, isUpdated: false };
    });
    return { name, fields };
  }

  inputOf(mutation) {
    const type = mutation?.args.find(({ name }) => name === 'input')?.type;
    return type ? this.graphql.getNamedType(type).getFields() : {};
  }

  /** Inputs of a kind but for scope and version, those of `first` in front. Throws for a name that is no input. */
  fieldsOf(list, type, { first, leftOut: outside = {}, references = {}, parts = {} }) {
    const leftOut = { ...outside, ...parts };
    const create = this.inputOf(this.mutations[`create${type}`]);
    const update = this.inputOf(this.mutations[`update${type}`]);
    const inputs = { ...update, ...create };
    const unknown = [...first, ...Object.keys(leftOut), ...Object.keys(references)].find((name) => !(name in inputs));
    if (unknown) throw new Error(`${list} has no input ${unknown}.`);
    const names = Object.keys(inputs).filter((name) => !scope.has(name) && name !== version && !(name in leftOut));
    return [...first, ...names.filter((name) => !first.includes(name))].flatMap((name) => {
      const field = this.fieldOf(inputs[name], this.schema.getType(type).getFields(), references[name]);
      if (!field) throw new Error(`${list}: the form cannot have ${name}. Leave it out and say where it is set.`);
      return {
        ...field,
        isFirst: first.includes(name),
        isCreated: name in create,
        isUpdated: name in update,
      };
    });
  }

  /** Undefined: of a type that forms do not have. */
  fieldOf(input, stored, referenced) {
    const { graphql } = this;
    const type = graphql.getNamedType(input.type);
    const isList = graphql.isListType(graphql.getNullableType(input.type));
    const isEnum = graphql.isEnumType(type);
    const of = type.name === 'UUID' ? (referenced ?? this.listReferredBy(input.name, stored)) : undefined;
    if (type.name === 'UUID' ? !of : !isEnum && !plainTypes.has(type.name)) return undefined;
    if (!stored[input.name] || (isList && !listTypes.has(type.name))) return undefined;
    if (isEnum)
      this.enums.set(
        type.name,
        type.getValues().map(({ name }) => name),
      );
    const maxLength = /(?:At most|to) (\d+) characters/.exec(input.description)?.[1];
    return {
      name: input.name,
      type: type.name,
      isList,
      isRequired: graphql.isRequiredInputField(input),
      isNullable: !graphql.isNonNullType(stored[input.name].type),
      ...(of && { of }),
      ...(maxLength && { maxLength: Number(maxLength) }),
      hint: hintOf(input.description ?? '', of !== undefined),
    };
  }

  /** `hostId` → the list of the type of `host`; `tagIds` → that of `tags`. */
  listReferredBy(name, stored) {
    const relation = stored[name.endsWith('Ids') ? `${name.slice(0, -3)}s` : name.replace(/Id$/, '')];
    if (!relation) return undefined;
    const type = this.graphql.getNamedType(relation.type);
    const row = /Connection$/.test(type.name) ? this.graphql.getNamedType(type.getFields().nodes.type) : type;
    return this.listOfType.get(row.name);
  }
}

const sentencesOf = (text) => text.split(/(?<=\.)\s+(?=[A-Z])/).map((sentence) => sentence.replaceAll('`', ''));

/** A description without what only programs need. */
const hintOf = (description, isReference) =>
  sentencesOf(description.replace(/;[^;.]* if left out[^;.]*/g, ''))
    .filter((sentence) => !/^Left out|complete list|^Kind of the object/.test(sentence))
    .filter((sentence) => !isReference || !/^Ids? of/.test(sentence))
    .join(' ');

/** What is deleted together with a row, from the description of the mutation. */
const effectOf = (description) =>
  sentencesOf(description)
    .filter((sentence) => !/^Deletes |^Missing or not accessible/.test(sentence) && !/entity_/.test(sentence))
    .join(' ');

const formName = (type) => `InventoryForm${type}`;
const mutationName = (name) => `Inventory${upperFirst(name)}`;

/** The text of src/generated/inventory-forms.graphql. */
export async function formTexts({ forms }) {
  const { parse, print } = await load('node_modules', 'graphql');
  const texts = forms.flatMap(({ type, getter, title, isInNetwork, create, update, remove, removeMany, fields }) => {
    const stored = [
      'id',
      'updatedAt',
      ...(isInNetwork ? ['networkId'] : []),
      ...title,
      ...fields.map(({ name }) => name),
    ];
    return [
      (create || update) &&
        `query ${formName(type)}($id: UUID!) { one: ${getter}(id: $id) { ${selectionOf(stored)} } }`,
      create &&
        `mutation ${mutationName(create)}($input: Create${type}Input!) { written: ${create}(input: $input) { ${selectionOf(['id', ...title])} } }`,
      update &&
        `mutation ${mutationName(update)}($id: UUID!, $input: Update${type}Input!) { written: ${update}(id: $id, input: $input) { ${selectionOf(['id', ...title])} } }`,
      remove && `mutation ${mutationName(remove)}($id: UUID!) { deletedId: ${remove}(id: $id) }`,
      removeMany &&
        `mutation ${mutationName(removeMany)}($ids: [UUID!]!) { result: ${removeMany}(ids: $ids) { requestedCount deletedCount } }`,
    ].filter(Boolean);
  });
  const heading = '# Forms of the inventory pages: made by scripts/inventory-forms.mjs, never edited.\n';
  return `${heading}${print(parse(texts.join('\n')))}\n`;
}

/** The text of src/generated/inventory-forms.ts. */
export function formModule({ forms, enums }) {
  const documents = forms.map(({ list, type, create, update, remove, removeMany }) => [
    list,
    [
      ...(create || update ? [['stored', formName(type)]] : []),
      ...Object.entries({ create, update, remove, removeMany }).flatMap(([role, name]) =>
        name ? [[role, mutationName(name)]] : [],
      ),
    ],
  ]);
  const names = documents.flatMap(([, members]) => members.map(([, name]) => `${name}Document`));
  const entries = documents.map(
    ([list, members]) => `  ${list}: { ${members.map(([role, name]) => `${role}: ${name}Document`).join(', ')} },\n`,
  );
  // Leaves out facts that only the documents need.
  const facts = forms.map((form) => ({ ...form, getter: undefined, title: undefined, isInNetwork: undefined }));
  return `// Facts of the inventory's forms: made by scripts/inventory-forms.mjs, never edited.
import { ${names.join(', ')} } from './inventory-operations';

/** By list: the documents of its form and its mutations. */
export const formDocuments: Readonly<Record<string, unknown>> = {
${entries.join('')}};

export const formFacts: readonly unknown[] = ${JSON.stringify(facts)};

export const formEnums: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(enums)};
`;
}
