// Generates the forms of the inventory pages from the published schema: for each kind of row, the mutations, the fields
// of their inputs, and the GraphQL documents. The order of fields comes from src/pages/inventory/form-descriptions.ts.
import { hintOf, sentencesOf } from './form-hints.mjs';
import { selectionOf } from './inventory-kinds.mjs';
import { load } from './project.mjs';

/**
 * Inputs that have no form field, because the page sets them: the id of the shown network and of the user's
 * organization.
 */
const scope = new Set(['networkId', 'organizationId']);
const version = 'expectedUpdatedAt';
const plainTypes = new Set(['String', 'Int', 'BigInt', 'Boolean', 'DateTime', 'JSON']);
const listTypes = new Set(['String', 'UUID']);
const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * Describes the forms of all kinds of rows. `kinds` is the result of scripts/inventory-kinds.mjs, and `hints` has the
 * texts for users, by field.
 */
export async function formFacts({ sdl, kinds, descriptions, hints }) {
  const graphql = await load('node_modules', 'graphql');
  const schema = graphql.buildSchema(sdl);
  const reader = new FormReader(graphql, schema, kinds, descriptions, hints);
  const forms = kinds.flatMap((kind) => reader.formOf(kind, descriptions[kind.list]) ?? []);
  const [unused] = Object.keys(hints).filter((path) => !reader.hinted.has(path));
  if (unused !== undefined) throw new Error(`No form has ${unused}, which has a hint.`);
  return { forms, enums: Object.fromEntries([...reader.enums].sort()) };
}

class FormReader {
  constructor(graphql, schema, kinds, descriptions, hints) {
    Object.assign(this, { graphql, schema, descriptions, hints, enums: new Map(), hinted: new Set() });
    this.mutations = schema.getMutationType().getFields();
    this.listOfType = new Map(kinds.map(({ type, list }) => [type, list]));
    this.taggable = new Set(
      schema
        .getType('TaggableEntityType')
        .getValues()
        .map(({ name }) => name),
    );
  }

  /**
   * Describes the form for a kind of row. Undefined if only discovery writes such rows, or if another page has their
   * form.
   */
  formOf({ list, type, getter, title, isInNetwork, isListed = true }, description) {
    const [create, update, remove, removeMany] = [
      `create${type}`,
      `update${type}`,
      `delete${type}`,
      `delete${upperFirst(list)}`,
    ].map((name) => this.mutations[name]);
    if (!isListed || (!create && !update && !remove)) return undefined;
    const fields = this.fieldsOf(list, type, description ?? { first: [] });
    const parts = this.partsOf(list, this.schema.getType(type), create, description?.parts);
    const isComplete = (mutation) =>
      description !== undefined &&
      mutation !== undefined &&
      Object.values(this.inputOf(mutation)).every(
        (input) =>
          !this.graphql.isRequiredInputField(input) ||
          scope.has(input.name) ||
          fields.some(({ name }) => name.split('.')[0] === input.name),
      );
    return {
      ...{ list, type, getter, title, isInNetwork },
      create: isComplete(create) ? create.name : null,
      update: isComplete(update) ? update.name : null,
      remove: remove?.name ?? null,
      removeMany: removeMany?.name ?? null,
      // The description of the argument states the maximum number of ids, for example "1 to 10000 ids".
      mostRemoved: Number(/(\d+) ids/.exec(removeMany?.args[0].description ?? '')?.[1] ?? 0),
      effect: effectOf(remove?.description ?? ''),
      returnsExisting: / or returns the existing /.test(create?.description ?? ''),
      isTaggable: this.taggable.has(type),
      isOfNetwork: create !== undefined && 'networkId' in this.inputOf(create),
      fields,
      parts,
    };
  }

  inputOf(mutation) {
    const type = mutation?.args.find(({ name }) => name === 'input')?.type;
    return type ? this.graphql.getNamedType(type).getFields() : {};
  }

  /** The parts of a form: rows of other kinds that this mutation can create together with a new row. */
  partsOf(list, type, create, described = {}) {
    const names = Object.keys(described);
    return Object.entries(described).map(([name, part]) =>
      this.partOf({ list, path: name, inputs: this.inputOf(create), type, siblings: names }, name, part),
    );
  }

  /** Describes a part of a form: rows of another kind that are created together with the form's row. */
  partOf({ list, path, inputs: outer, type: owner, siblings }, name, { leftOut = {}, within = {}, parts = {} }) {
    const input = outer[name];
    if (!input) throw new Error(`${list} has no input ${path}.`);
    const inputs = this.graphql.getNamedType(input.type).getFields();
    const type = this.graphql.getNamedType(owner.getFields()[name].type);
    const unknown = [...Object.keys(leftOut), ...Object.keys(within)].find((one) => !(one in inputs));
    if (unknown) throw new Error(`${list} has no input ${path}.${unknown}.`);
    const formDescription = this.descriptions[name] ?? { first: [] };
    const names = Object.keys(inputs).filter((one) => one !== 'id' && !(one in leftOut) && !(one in parts));
    const ordered = inOrder(names, formDescription.first);
    const fields = ordered.map((one) => {
      const description = { references: formDescription.references, addressIn: formDescription.addressIn, within };
      const field = this.leafOf(inputs[one], { list: name, path: one, type, description });
      if (!field) throw new Error(`${list}: the form cannot have ${path}.${one}. Leave it out.`);
      // If the field refers to a row of a kind that is also a part of this form, the user selects one of the rows in
      // that part, which the same mutation creates.
      const ofPart = siblings.includes(field.of) && !within[one] ? { of: undefined, ofPart: field.of } : {};
      return { ...field, ...ofPart, isFirst: true, isCreated: true, isUpdated: false };
    });
    const inside = Object.entries(parts).map(([below, part]) =>
      this.partOf({ list, path: `${path}.${below}`, inputs, type, siblings }, below, part),
    );
    return { name, fields, parts: inside };
  }

  /**
   * The fields of the form for a kind of row. Those that the description lists in `first` come first. Throws if the
   * description contains an unknown name.
   */
  fieldsOf(list, type, description) {
    const { first, leftOut: outside = {}, parts = {} } = description;
    const create = this.inputOf(this.mutations[`create${type}`]);
    const update = this.inputOf(this.mutations[`update${type}`]);
    const inputs = { ...update, ...create };
    const names = Object.keys(inputs).filter((name) => !scope.has(name) && name !== version);
    const leaves = names
      .filter((name) => !(name in outside) && !(name in parts))
      .flatMap((name) =>
        this.leavesOf(inputs[name], { list, path: name, type: this.schema.getType(type), description }),
      );
    const paths = leaves.map(({ name }) => name);
    const { ordered = [], sentEmpty = [] } = description;
    const { references = {}, stored = {}, within = {}, shownWith = {}, choices = {}, addressIn = {} } = description;
    const describedPaths = [references, stored, within, shownWith, choices, addressIn].flatMap((entries) =>
      Object.keys(entries),
    );
    const others = [
      ...Object.values(within).map(([, field]) => field),
      ...Object.values(shownWith).map(([field]) => field),
      ...Object.values(addressIn),
    ];
    const unknown =
      [...first, ...describedPaths, ...others, ...ordered, ...sentEmpty].find((path) => !paths.includes(path)) ??
      [...Object.keys(outside), ...Object.keys(parts)].find((name) => !(name in inputs));
    if (unknown) throw new Error(`${list} has no input ${unknown}.`);
    return inOrder(paths, first).map((path) => {
      const field = leaves.find(({ name }) => name === path);
      const [top] = path.split('.');
      return { ...field, isFirst: first.includes(path), isCreated: top in create, isUpdated: top in update };
    });
  }

  /** The form fields for an input. If the input is an object, these are the fields for its members. */
  leavesOf(input, { list, path, type, description, isRequired = true }) {
    const { graphql } = this;
    const isWhole = isRequired && graphql.isRequiredInputField(input);
    const inner = graphql.getNamedType(input.type);
    if (graphql.isInputObjectType(inner) && !graphql.isListType(graphql.getNullableType(input.type)))
      return inOrder(Object.keys(inner.getFields()), ['type']).flatMap((name) =>
        this.leavesOf(inner.getFields()[name], {
          ...{ list, path: `${path}.${name}`, type, description },
          isRequired: isWhole,
        }),
      );
    const field = this.leafOf(input, { list, path, type, description });
    if (!field) throw new Error(`${list}: the form cannot have ${path}. Leave it out and say why.`);
    return [{ ...field, isRequired: field.isRequired && isWhole }];
  }

  /** The form field for an input that is not an object; undefined if forms do not support its type. */
  leafOf(input, { list, path, type: owner, description }) {
    const { graphql } = this;
    const namedType = graphql.getNamedType(input.type);
    const allMembers = graphql.isInputObjectType(namedType) ? Object.values(namedType.getFields()) : [];
    // JSON has no form field, so its members are left out.
    const members = allMembers.filter((member) => graphql.getNamedType(member.type).name !== 'JSON');
    // A list of objects with a single member, which is the id of a row, is handled like a list of ids.
    const wrapped = members.length === 1 ? members[0] : undefined;
    const type = wrapped ? graphql.getNamedType(wrapped.type) : namedType;
    const isList = graphql.isListType(graphql.getNullableType(input.type));
    const storedPath = description.stored?.[path] ?? path;
    const stored = this.storedAt(owner, storedPath);
    const isEnum = graphql.isEnumType(type);
    const of = type.name === 'UUID' ? (description.references?.[path] ?? this.listReferredBy(path, owner)) : undefined;
    if (type.name === 'UUID' ? !of : !isEnum && !plainTypes.has(type.name)) return undefined;
    if (!stored || (isList && !listTypes.has(type.name))) return undefined;
    if (isEnum)
      this.enums.set(
        type.name,
        type.getValues().map(({ name }) => name),
      );
    const text = input.description ?? '';
    const maxLength = /(?:[Aa]t most|to) (\d+) characters/.exec(text)?.[1];
    const mayBeEmpty = type.name === 'String' && !isList && /At most \d+ characters/.test(text);
    const isRequired = graphql.isRequiredInputField(input);
    const { within = {}, shownWith = {}, choices = {}, addressIn = {} } = description;
    const { ordered = [], sentEmpty = [] } = description;
    for (const one of [`${list}.${path}`, path]) this.hinted.add(one);
    return {
      name: path,
      type: type.name,
      isList,
      isRequired: isRequired && !mayBeEmpty,
      isNullable: !graphql.isNonNullType(stored.type),
      ...(isRequired && mayBeEmpty && { isSentEmpty: true }),
      ...(of && { of }),
      ...(storedPath !== path && { stored: storedPath }),
      ...(wrapped && { wrappedIn: wrapped.name }),
      ...(maxLength && { maxLength: Number(maxLength) }),
      ...(within[path] && { within: within[path] }),
      ...(shownWith[path] && { shownWith: shownWith[path] }),
      ...(choices[path] && { choices: choices[path] }),
      ...(addressIn[path] && { addressIn: addressIn[path] }),
      ...(ordered.includes(path) && { isOrdered: true }),
      ...(sentEmpty.includes(path) && { isSentEmpty: true }),
      hint: hintOf({ hints: this.hints, list, path, description: text }),
    };
  }

  /** The field at a path such as `host.name`; undefined if the type has no such field. */
  storedAt(type, path) {
    const [name, ...rest] = path.split('.');
    const field = type?.getFields?.()[name];
    return rest.length === 0 || !field ? field : this.storedAt(this.graphql.getNamedType(field.type), rest.join('.'));
  }

  /** The list whose rows a field refers to: the list of hosts for `hostId`, the list of tags for `tagIds`. */
  listReferredBy(name, owner) {
    const relation = owner.getFields()[name.endsWith('Ids') ? `${name.slice(0, -3)}s` : name.replace(/Id$/, '')];
    if (!relation) return undefined;
    const type = this.graphql.getNamedType(relation.type);
    const row = /Connection$/.test(type.name) ? this.graphql.getNamedType(type.getFields().nodes.type) : type;
    return this.listOfType.get(row.name);
  }
}

const inOrder = (names, first) => [
  ...first.filter((name) => names.includes(name)),
  ...names.filter((name) => !first.includes(name)),
];

/** The sentences of a delete mutation's description that say what is deleted together with the row. */
const effectOf = (description) =>
  sentencesOf(description)
    .filter((sentence) => !/^Deletes |^Missing or not accessible/.test(sentence) && !/entity_/.test(sentence))
    .map((sentence) => sentence.replaceAll('`', ''))
    .join(' ');

const formName = (type) => `InventoryForm${type}`;
const mutationName = (name) => `Inventory${upperFirst(name)}`;

/** The text of src/generated/inventory-forms.graphql, with the documents of all forms. */
export async function formTexts({ forms }) {
  const { parse, print } = await load('node_modules', 'graphql');
  const texts = forms.flatMap(({ type, getter, title, isInNetwork, create, update, remove, removeMany, fields }) => {
    const stored = [
      'id',
      'updatedAt',
      ...(isInNetwork ? ['networkId'] : []),
      ...title,
      ...fields.map(({ name, stored: path }) => path ?? name),
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

/** Generates the text of src/generated/inventory-forms.ts. */
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
