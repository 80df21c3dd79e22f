// Generates the fields of the form in which users edit a check, from the published schema: the kinds of rules with
// their parameters, and the selection of hosts. Also generates the GraphQL fragments that read a stored check.
import { hintOf } from './form-hints.mjs';
import { selectionOf } from './inventory-kinds.mjs';
import { load } from './project.mjs';

const plainTypes = { Int: 'Int', String: 'Text', DateTime: 'Instant' };

const requiredFirst = (fields) => fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));

/**
 * Builds the description of the form in which users edit a check. `hints` has help texts, by kind of rule or by path of
 * a field.
 */
export async function checkFormFacts({ sdl, hints }) {
  const graphql = await load('node_modules', 'graphql');
  const reader = new RuleReader(graphql, graphql.buildSchema(sdl), hints);
  const facts = {
    kinds: reader.kinds(),
    selection: reader.fieldsOf('selection', reader.schema.getType('CheckSelectionInput')),
    severities: reader.valuesOf('CheckSeverity'),
  };
  const unused = Object.keys(hints).find((path) => !reader.hinted.has(path));
  if (unused !== undefined) throw new Error(`No form of a check has ${unused}, which has a hint.`);
  return facts;
}

class RuleReader {
  constructor(graphql, schema, hints) {
    Object.assign(this, { graphql, schema, hints, hinted: new Set() });
  }

  valuesOf(enumName) {
    return this.schema
      .getType(enumName)
      .getValues()
      .map(({ name }) => name);
  }

  kinds() {
    const members = this.schema.getType('CheckRuleInput').getFields();
    const member = (kind) => members[kind[0].toLowerCase() + kind.slice(1)];
    return this.valuesOf('CheckKind').map((kind) => ({
      kind,
      member: member(kind).name,
      description: this.hint('kinds', kind, member(kind).description ?? ''),
      fields: requiredFirst(this.fieldsOf(kind, this.graphql.getNamedType(member(kind).type))),
    }));
  }

  hint(list, path, description) {
    for (const one of [`${list}.${path}`, path]) this.hinted.add(one);
    return hintOf({ hints: this.hints, list, path, description });
  }

  /** The form fields for an input object and the objects inside it; empty if `type` is not an input object. */
  fieldsOf(list, type, within = '', optionalIn = undefined) {
    const { graphql } = this;
    if (!graphql.isInputObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((input) => {
      const path = within === '' ? input.name : `${within}.${input.name}`;
      const isRequired = graphql.isRequiredInputField(input);
      const namedType = graphql.getNamedType(input.type);
      if (graphql.isInputObjectType(namedType))
        return this.fieldsOf(list, namedType, path, optionalIn ?? (isRequired ? undefined : path));
      return [{ ...this.leafOf(list, path, input), isRequired: isRequired && !optionalIn, optionalIn }];
    });
  }

  /** The form field for an input that is not an object. Throws if the form does not support its type. */
  leafOf(list, path, input) {
    const { graphql } = this;
    const namedType = graphql.getNamedType(input.type);
    const text = input.description ?? '';
    const numbers = (pattern) => pattern.exec(text)?.slice(1).map(Number) ?? [];
    const [min, max] = numbers(/(\d+) to (\d+)\.$/);
    const [most] = numbers(/At most (\d+)\.$/);
    const [, maxLength] = numbers(/(\d+) to (\d+) characters\.$/);
    const of = namedType.name === 'UUID' ? this.rowsOf(input.name) : undefined;
    const options = graphql.isEnumType(namedType) ? this.valuesOf(namedType.name) : undefined;
    const type = of ? 'Row' : options ? 'Choice' : plainTypes[namedType.name];
    if (!type) throw new Error(`The form of a check cannot have ${list}.${path} of the type ${namedType.name}.`);
    const isList = graphql.isListType(graphql.getNullableType(input.type));
    return { path, type, isList, of, options, min, max, most, maxLength, hint: this.hint(list, path, text) };
  }

  /** The kind (a `SearchKind`) of the rows whose ids a field contains: `Host` for the field `rootHostIds`. */
  rowsOf(name) {
    const [word] = /[A-Z]?[a-z]+$/.exec(name.replace(/Ids?$/, ''));
    const kind = this.valuesOf('SearchKind').find((one) => one.toLowerCase() === word.toLowerCase());
    if (!kind) throw new Error(`The form of a check cannot search for the rows of ${name}.`);
    return kind;
  }
}

function pathsOf(graphql, type) {
  return Object.values(type.getFields()).flatMap(({ name, type: fieldType }) => {
    const namedType = graphql.getNamedType(fieldType);
    return graphql.isObjectType(namedType) ? pathsOf(graphql, namedType).map((path) => `${name}.${path}`) : [name];
  });
}

/** Generates the text of src/generated/check-form.graphql. */
export async function checkFormFragments({ sdl }) {
  const graphql = await load('node_modules', 'graphql');
  const schema = graphql.buildSchema(sdl);
  const fragments = ['Rule', 'Selection'].map((name) => {
    const type = schema.getType(`Check${name}`);
    return `fragment ChecksPage${name} on Check${name} { ${selectionOf(pathsOf(graphql, type))} }`;
  });
  const heading = '# Stored rules and selections of checks: made by scripts/check-form.mjs, never edited.\n';
  return `${heading}${graphql.print(graphql.parse(fragments.join('\n')))}\n`;
}

/** Generates the text of src/generated/check-form.ts. */
export const checkFormModule = (facts) =>
  `// Facts of the form of a check: made by scripts/check-form.mjs, never edited.\nexport const checkForm: unknown = ${JSON.stringify(facts)};\n`;
