// Generates the lists of the inventory pages from the published schema: for each kind of row in
// src/pages/inventory/kinds.ts, its columns, orders, filters and download, and the GraphQL documents for the list and
// for one row.
import { load } from './project.mjs';

/** Maximum number of related rows that a list shows in one cell. */
const firstInList = 3;
const firstInDetail = 20;
/** Maximum depth of nested objects on the page of a row. */
const deepestObject = 3;

/** Matches names of fields that are not shown: ids, fields with values that other fields show, and credentials. */
const unshown =
  /^(id|nodeId|lineageId|network|organization|history|address(?:Counts|Ranges)|validFrom|validTo|.*Ids|.*[cC]redential.*)$/;
/** For types whose rows have no page: the fields that name such a row on other pages. */
const linkTitles = {
  GroupMember: [
    ...['service.name', 'service.host.displayName'],
    ...['binding.service.name', 'binding.host.displayName', 'binding.endpoint'],
  ],
};
const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);
const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);

export const listName = (list) => `Inventory${upperFirst(list)}`;
export const detailName = (type) => `InventoryOne${type}`;
export const historyName = (type) => `InventoryHistoryOf${type}`;
/** Whether the API gives a row's history only as a field of the row, so that it is lost when the row is deleted. */
const hasOwnHistory = ({ hasPast, historyKind }) => hasPast && historyKind === null;

/**
 * Kinds that have a history, but are left out of the difference of two instants and of the live changes of a network.
 */
const uncomparedKinds = new Set(['AddressReservation', 'Plan', 'SavedView']);

/**
 * Describes all kinds of rows for the inventory pages, from the schema `sdl` and the descriptions in kinds.ts.
 * `referred` are kinds without a list page, to which rows of other kinds refer.
 */
export async function inventoryFacts({ sdl, descriptions: listed, referred = [], downloads = {} }) {
  const descriptions = [...listed, ...referred];
  const graphql = await load('node_modules', 'graphql');
  const schema = graphql.buildSchema(sdl);
  const query = schema.getQueryType().getFields();
  const typeOfList = (list) => {
    const field = query[list];
    if (!field) throw new Error(`${list} is no list of the API.`);
    return graphql.getNamedType(graphql.getNamedType(field.type).getFields().nodes.type);
  };
  const described = new Map(descriptions.map((one) => [typeOfList(one.list).name, one]));
  const reader = new FieldReader(graphql, described);
  const historyKinds = schema
    .getType('InventoryKind')
    .getValues()
    .map(({ name }) => name);
  const kinds = descriptions.map((description) => {
    const type = typeOfList(description.list);
    const args = Object.fromEntries(query[description.list].args.map(({ name, type: of }) => [name, of]));
    const orders = graphql
      .getNamedType(graphql.getNamedType(args.orderBy).getFields().field.type)
      .getValues()
      .map(({ name }) => name);
    return {
      list: description.list,
      isListed: !referred.includes(description),
      type: type.name,
      getter: lowerFirst(type.name),
      title: description.title,
      hasPast: 'history' in type.getFields(),
      historyKind: historyKinds.find((name) => name.toLowerCase() === type.name.toLowerCase()) ?? null,
      isCompared:
        !uncomparedKinds.has(type.name) && historyKinds.some((name) => name.toLowerCase() === type.name.toLowerCase()),
      isInNetwork: 'networkId' in args,
      filter: graphql.getNamedType(args.filter).name,
      order: graphql.getNamedType(args.orderBy).name,
      orders,
      fields: reader.fieldsOf(type, orders),
      download: downloads[description.list] ?? null,
    };
  });
  const inputs = inputsOf(graphql, schema, kinds);
  for (const kind of kinds) {
    const [fault] = faultsOf(graphql, schema, kind, described.get(kind.type), inputs);
    if (fault) throw new Error(fault);
  }
  return { kinds, ...inputs };
}

/** Errors in the description of a kind, one line each: names that the schema does not have. */
function faultsOf(
  graphql,
  schema,
  { list, type, filter, fields },
  { columns, title, titleElsewhere = [], search },
  { inputs },
) {
  const names = new Set(fields.filter(({ isColumn }) => isColumn).map(({ name }) => name));
  const isField = (path) =>
    path.split('.').reduce((of, name) => {
      const field = of?.getFields?.()[name];
      return field && graphql.getNamedType(field.type);
    }, schema.getType(type));
  const isFilter = (path) =>
    path.split('.').reduce((input, name) => inputs[input]?.[name]?.replace(/[[\]!]/g, ''), filter);
  return [
    ...columns.filter((name) => !names.has(name)).map((name) => `${list} has no column ${name}.`),
    ...[...title, ...titleElsewhere].filter((path) => !isField(path)).map((path) => `${list} has no field ${path}.`),
    ...search.filter((path) => !isFilter(path)).map((path) => `${list} has no filter ${path}.`),
  ];
}

/** Determines from the schema how the pages show the fields of a type. */
class FieldReader {
  constructor(graphql, described) {
    Object.assign(this, { graphql, described });
  }

  isNode(type) {
    return this.graphql.isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  }

  /**
   * Paths of the fields that name a row of the type on other pages: those in kinds.ts or `linkTitles`, or else the
   * first of `displayName`, `name`, `email` and `id` that the type has.
   */
  titleOf(type) {
    const { title, titleElsewhere } = this.described.get(type.name) ?? {};
    const fields = type.getFields();
    return (
      titleElsewhere ??
      title ??
      linkTitles[type.name] ?? [['displayName', 'name', 'email', 'id'].find((name) => name in fields)]
    );
  }

  fieldsOf(type, orders) {
    const all = type.getFields();
    return Object.values(all)
      .filter(({ name }) => !unshown.test(name))
      .filter(({ name }) => !(`${name}Connection` in all))
      .filter(({ name }) => !(/Id$/.test(name) && name.slice(0, -2) in all))
      .flatMap((field) => this.fieldOf(field, type) ?? [])
      .map((field) => ({ ...field, order: orderOf(field, orders) }));
  }

  /** Describes how the pages show a field of the GraphQL type `owner`. Undefined if they do not show it. */
  fieldOf({ name, type, args }, owner) {
    const { graphql } = this;
    const of = graphql.getNamedType(type);
    const shownName = name.replace(/Connection$/, '');
    if (args.some((one) => graphql.isRequiredArgument(one))) return undefined;
    if (graphql.isLeafType(of)) {
      if (of.name === 'JSON') return undefined;
      const shape = graphql.isEnumType(of) ? 'Enum' : of.name;
      return { name, shape, isColumn: true, selection: name };
    }
    if (/Connection$/.test(of.name)) {
      const row = graphql.getNamedType(of.getFields().nodes.type);
      if (!this.described.has(row.name)) return undefined;
      const hasTotal = 'totalCount' in of.getFields();
      return {
        name: shownName,
        ...(shownName !== name && { source: name }),
        ...{ shape: 'Rows', of: row.name, isColumn: true, hasTotal, title: this.titleOf(row) },
        ...this.orderOfRows(row, args, owner),
        selection: this.rowSelection(row),
      };
    }
    const isList = graphql.isListType(graphql.getNullableType(type));
    if (this.isNode(of)) {
      if (!('id' in of.getFields()) || (isList && !this.described.has(of.name) && !linkTitles[of.name]))
        return undefined;
      // A link that shows only an id would be of no use to users, so the field is not shown.
      if (this.titleOf(of).join() === 'id') return undefined;
      return {
        ...{ name, shape: isList ? 'PlainRows' : 'Row', of: of.name, isColumn: true, title: this.titleOf(of) },
        selection: this.rowSelection(of),
      };
    }
    const selection = this.objectSelection(of, 1);
    if (!selection) return undefined;
    const hasType = !isList && 'type' in of.getFields();
    return { name, shape: isList ? 'Objects' : 'Object', isColumn: hasType, selection };
  }

  /**
   * How the API sorts related rows: by position for rows that have one in their host, otherwise by the name that the
   * pages show. Empty if the API has no such order.
   */
  orderOfRows(row, args, owner) {
    const orderBy = args.find((one) => one.name === 'orderBy');
    if (!orderBy) return {};
    const { field } = this.graphql.getNamedType(orderBy.type).getFields();
    const orders = this.graphql.getNamedType(field.type).getValues();
    const names = orders.map((order) => order.name);
    const [title] = this.titleOf(row);
    const order = orderOf({ name: title }, names);
    return order === null || (owner.name === 'Host' && names.includes('position')) ? {} : { rowOrder: order };
  }

  /** The GraphQL selection that a link to a row needs: its ids, and the fields that name it. */
  rowSelection(type) {
    const paths = ['id', ...('networkId' in type.getFields() ? ['networkId'] : []), ...this.titleOf(type)];
    return selectionOf(paths);
  }

  /** The GraphQL selection of the values of an object without an id, and of the objects inside it. */
  objectSelection(type, depth) {
    const { graphql } = this;
    if (!graphql.isObjectType(type)) return '';
    const parts = Object.values(type.getFields()).flatMap(({ name, type: fieldType, args }) => {
      if (args.length > 0 || unshown.test(name)) return [];
      const of = graphql.getNamedType(fieldType);
      if (graphql.isLeafType(of)) return of.name === 'JSON' || /Id$/.test(name) ? [] : [name];
      if (this.isNode(of)) return this.described.has(of.name) ? [`${name} { ${this.rowSelection(of)} }`] : [];
      const inside = depth < deepestObject ? this.objectSelection(of, depth + 1) : '';
      return inside ? [`${name} { ${inside} }`] : [];
    });
    return parts.join(' ');
  }
}

/** The GraphQL selection for paths: `['id', 'host.name']` becomes `id host { name }`. */
export function selectionOf(paths) {
  const inner = new Map();
  for (const path of new Set(paths)) {
    const [name, ...rest] = path.split('.');
    inner.set(name, [...(inner.get(name) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  return [...inner].map(([name, below]) => (below.length > 0 ? `${name} { ${selectionOf(below)} }` : name)).join(' ');
}

/**
 * The key by which the API sorts rows by a column. Names are sorted in natural order (`port2`, `port10`) if possible.
 */
function orderOf({ name, shape }, orders) {
  const candidates =
    shape === 'Object'
      ? [`${name}Type`]
      : ['displayName', 'name'].includes(name)
        ? ['naturalName', 'name']
        : shape === 'Rows' || shape === 'PlainRows'
          ? []
          : [name];
  return candidates.find((one) => orders.includes(one)) ?? null;
}

/** All input types that the filters of the kinds use, with the values of their enums. */
function inputsOf(graphql, schema, kinds) {
  const inputs = {};
  const enums = {};
  const add = (name) => {
    const type = schema.getType(name);
    if (graphql.isEnumType(type)) enums[name] = type.getValues().map((value) => value.name);
    if (!graphql.isInputObjectType(type) || inputs[name]) return;
    const fields = Object.values(type.getFields()).filter((field) => !['and', 'or', 'not'].includes(field.name));
    inputs[name] = Object.fromEntries(fields.map((field) => [field.name, String(field.type)]));
    for (const field of fields) add(graphql.getNamedType(field.type).name);
  };
  for (const { filter } of kinds) add(filter);
  return { inputs, enums };
}

const included = ({ name }) => `@include(if: $with${upperFirst(name)})`;

function fieldText({ name, source, shape, selection, hasTotal, rowOrder }, first, directive = '') {
  if (shape === 'Rows')
    return `${source ? `${name}: ${source}` : name}(first: ${first}${rowOrder ? `, orderBy: [{ field: ${rowOrder} }]` : ''}) ${directive} { ${hasTotal ? 'totalCount ' : ''}nodes { ${selection} } }`;
  if (['Row', 'PlainRows', 'Object', 'Objects'].includes(shape)) return `${name} ${directive} { ${selection} }`;
  return `${name} ${directive}`;
}

/** The text of src/generated/inventory.graphql, with the documents of all kinds. */
export async function inventoryDocuments({ kinds }) {
  const { parse, print } = await load('node_modules', 'graphql');
  const texts = kinds.map((kind) => {
    const columns = kind.fields.filter(({ isColumn }) => isColumn);
    const network = kind.isInNetwork ? '$networkId: UUID, ' : '';
    const columnVariables = columns.map(({ name }) => `$with${upperFirst(name)}: Boolean = false`).join(', ');
    return `
query ${listName(kind.list)}(${network}$first: Int!, $after: String, $filter: ${kind.filter}, $orderBy: [${kind.order}!], $withTotal: Boolean = false, ${columnVariables}) {
  list: ${kind.list}(${kind.isInNetwork ? 'networkId: $networkId, ' : ''}first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount @include(if: $withTotal)
    pageInfo { hasNextPage endCursor }
    nodes {
      ${selectionOf(['id', ...kind.title])}
      ${columns.map((field) => fieldText(inColumn(field), firstInList, included(field))).join('\n')}
    }
  }
}${kind.isListed ? rowTexts(kind) : ''}`;
  });
  const heading = '# Lists and rows of the inventory pages: made by scripts/inventory-kinds.mjs, never edited.\n';
  return `${heading}${print(parse(texts.join('\n')))}\n`;
}

const rowTexts = (kind) => `
query ${detailName(kind.type)}($id: UUID!) {
  one: ${kind.getter}(id: $id) {
    ${selectionOf(['id', ...(kind.isInNetwork ? ['networkId'] : []), ...kind.title])}
    ${kind.fields.map((field) => fieldText(field, firstInDetail)).join('\n')}
  }
}${hasOwnHistory(kind) ? historyText(kind) : ''}`;

/** The document for a row's history. `InventoryRevisions` is a fragment in src/pages/inventory/api/history.graphql. */
const historyText = ({ type, getter }) => `
query ${historyName(type)}($id: UUID!, $first: Int!, $after: String) {
  one: ${getter}(id: $id) { history(first: $first, after: $after) { ...InventoryRevisions } }
}`;

/** A table column whose value is an object shows only the object's type. */
const inColumn = (field) => (field.shape === 'Object' ? { ...field, selection: 'type' } : field);

/** Generates the text of src/generated/inventory-kinds.ts. */
export function inventoryKinds({ kinds, inputs, enums }) {
  const documentsOf = (kind) => [
    `${listName(kind.list)}Document`,
    ...(kind.isListed ? [`${detailName(kind.type)}Document`] : []),
    ...(hasOwnHistory(kind) ? [`${historyName(kind.type)}Document`] : []),
  ];
  const documents = kinds.flatMap(documentsOf);
  const facts = kinds.map(({ fields, ...kind }) => ({
    ...{ ...kind, getter: undefined, title: undefined, order: undefined },
    fields: fields.map(({ name, shape, isColumn, of, title, order }) => ({ name, shape, isColumn, of, title, order })),
  }));
  const entries = kinds.map((kind) => `  ${kind.list}: [${documentsOf(kind).join(', ')}],\n`);
  return `// Facts of the kinds that the inventory pages list: made by scripts/inventory-kinds.mjs, never edited.
import { ${documents.join(', ')} } from './inventory-operations';

/** By list: its document, that of one row, and that of its history if it is read only by the row. */
export const kindDocuments: Readonly<Record<string, readonly [list: unknown, row?: unknown, history?: unknown]>> = {
${entries.join('')}};

export const kindFacts: readonly unknown[] = ${JSON.stringify(facts)};

/** The fields of the input types of filters, with their types. */
export const filterInputs: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(inputs)};

export const enumValues: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(enums)};
`;
}

/**
 * For each list: the path of its CSV download, the filters that the download supports, and the parameters for these
 * filters. `documents` and `routes` are the texts of the REST documents and route files.
 */
export async function downloadsIn({ documents, routes }) {
  const { parse } = await load('node_modules', 'graphql');
  const paths = new Map(
    routes.flatMap((text) =>
      [...text.matchAll(/csvRoute\('([^':]+)', (\w+)Document\b/g)].map(([, path, name]) => [name, path]),
    ),
  );
  const operations = documents.flatMap((text) => parse(text).definitions).filter(({ kind }) => /^Operation/.test(kind));
  return Object.fromEntries(
    operations.flatMap(({ name, selectionSet }) => {
      const path = paths.get(name.value);
      const [field] = selectionSet.selections;
      if (!path || field.alias?.value !== 'page') return [];
      const filter = field.arguments.find((one) => one.name.value === 'filter')?.value;
      return [[field.name.value, { path, parameters: filter ? parametersIn(filter) : {} }]];
    }),
  );
}

/** Parameters of a download by filter: `{ hidden: { eq: $hidden } }` becomes `{ 'hidden.eq': 'hidden' }`. */
function parametersIn(value, path = []) {
  if (value.kind === 'Variable') return { [path.join('.')]: value.name.value };
  if (value.kind !== 'ObjectValue') return {};
  return Object.assign({}, ...value.fields.map((field) => parametersIn(field.value, [...path, field.name.value])));
}
