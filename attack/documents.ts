// Attack phase: random valid documents of the published schema, with random arguments and instants of the past.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  astFromValue,
  buildSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  print,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import type { Dice } from './dice';
import { graphql, graphqlGet, type Phase } from './phase';
import { pickInstant, pickValue } from './values';
import type { Caller, World } from './world';

export const publishedSchema = buildSchema(
  readFileSync(path.join(__dirname, '..', 'schema', 'schema.graphql'), 'utf8'),
);

type Field = GraphQLField<unknown, unknown>;
export interface AskedDocument {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  /**
   * A part of the signature of findings: the names of the document's root fields, and whether it reads the past.
   * Findings with equal signatures are counted together.
   */
  readonly operation: string;
}

const deepest = 7;
const pagers = ['first', 'last', 'after', 'before', 'offset'];

/** Builds one random document. All parts of the document share a budget of fields, variables and fragments. */
class Draft {
  private readonly declarations: string[] = [];
  private readonly fragments: string[] = [];
  readonly variables: Record<string, unknown> = {};
  private budget = 60;

  constructor(
    private readonly dice: Dice,
    private readonly world: World,
  ) {}

  document(): AskedDocument {
    const { dice } = this;
    const roots = Object.values(publishedSchema.getQueryType()!.getFields());
    const lists = roots.filter(({ type }) => /Connection!?$/.test(String(type)));
    const rootFields = dice.times(dice.pick([1, 1, 1, 2, 3]), () => dice.pick(dice.chance(0.5) ? lists : roots));
    const selections = rootFields.map((field, at) => `r${at}: ${this.field(field, 0)}`);
    const isPast = dice.chance(0.6);
    const at = isPast ? ` @at(instant: ${this.instant()})` : '';
    const variables = this.declarations.length > 0 ? `(${this.declarations.join(', ')})` : '';
    const query = [`query Attack${variables}${at} { ${selections.join(' ')} }`, ...this.fragments].join('\n');
    const names = [...new Set(rootFields.map(({ name }) => name))].sort().join('+');
    return { query, variables: this.variables, operation: `${names}${isPast ? ' @at' : ''}` };
  }

  private instant(): string {
    const value = pickInstant(this.dice, this.world);
    return this.dice.chance(0.5) ? JSON.stringify(value) : this.variable('DateTime!', value);
  }

  private variable(type: string, value: unknown): string {
    const name = `v${this.declarations.length}`;
    this.declarations.push(`$${name}: ${type}`);
    this.variables[name] = value;
    return `$${name}`;
  }

  private field(field: Field, depth: number): string {
    this.budget -= 1;
    const type = getNamedType(field.type);
    const argumentText = this.arguments(field, type.name.replace(/(Connection|Edge)$/, ''));
    const directive = this.dice.chance(0.03)
      ? ` @include(if: ${this.variable('Boolean!', this.dice.chance(0.7))})`
      : '';
    const selection = isLeafType(type) ? '' : ` ${this.selection(type.name, depth + 1)}`;
    return `${field.name}${argumentText}${directive}${selection}`;
  }

  private arguments(field: Field, owner: string): string {
    const { dice } = this;
    const optional = field.args.filter((argument) => !isRequiredArgument(argument) && !pagers.includes(argument.name));
    const chosenArguments = [
      ...field.args.filter(isRequiredArgument),
      ...dice.pickSeveral(optional, 2),
      ...this.page(field),
    ];
    if (chosenArguments.length === 0) return '';
    return `(${chosenArguments.map((argument) => `${argument.name}: ${this.argument(argument, owner)}`).join(', ')})`;
  }

  /**
   * Arguments for a page of rows. Pages are usually short, because long nested pages are refused for their cost before
   * anything is read.
   */
  private page({ args }: Field): GraphQLArgument[] {
    const { dice } = this;
    const [first, last, after, before, offset] = pagers.map((name) => args.find((argument) => argument.name === name));
    const beside = dice.chance(0.02) ? [after] : dice.chance(0.08) ? [offset] : dice.chance(0.01) ? [last] : [];
    const page = dice.chance(0.8) ? [first, ...beside] : [last, ...(dice.chance(0.04) ? [before] : [])];
    return page.filter((argument) => argument !== undefined);
  }

  private argument({ name, type }: GraphQLArgument, owner: string): string {
    const value = pickValue(this.dice, this.world, type, { name, owner, depth: 0 });
    if (this.dice.chance(0.5)) {
      try {
        const literal = astFromValue(value, type);
        if (literal) return print(literal);
      } catch {
        // GraphQL has no literal for this value of the argument's type, so the value is sent as a variable instead.
      }
    }
    return this.variable(String(type), value);
  }

  private selection(typeName: string, depth: number): string {
    const type = publishedSchema.getType(typeName);
    if (isAbstractType(type)) {
      const possible = this.dice.pickSeveral([...publishedSchema.getPossibleTypes(type)], 3);
      const branches = possible.map(({ name }) => `... on ${name} ${this.selection(name, depth)}`);
      return `{ __typename ${branches.join(' ')} }`;
    }
    const chosenFields = this.fields(type as GraphQLObjectType, depth).map((field) => {
      // Branches of an abstract type may have fields with the same name and different results, so most fields get an
      // alias that begins with the type.
      const alias = field.args.length > 0 || depth > 1 ? `${typeName.toLowerCase()}_${field.name}: ` : '';
      return `${this.dice.chance(0.3) ? '' : alias}${this.field(field, depth)}`;
    });
    const inside = `__typename ${chosenFields.join(' ')}`;
    if (!this.dice.chance(0.06)) return `{ ${inside} }`;
    const name = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${typeName} { ${inside} }`);
    return `{ ...${name} }`;
  }

  private fields(type: GraphQLObjectType, depth: number): Field[] {
    const { dice } = this;
    const all = Object.values(type.getFields());
    const leaves = all.filter((field) => isLeafType(getNamedType(field.type)));
    const others = depth < deepest && this.budget > 0 ? all.filter((field) => !leaves.includes(field)) : [];
    // A connection without its rows tests little, so the rows (`nodes`) are always selected.
    const rows = isObjectType(type) && /Connection$/.test(type.name) ? all.filter(({ name }) => name === 'nodes') : [];
    const chosenFields = [...dice.pickSeveral(leaves, 4), ...dice.pickSeveral(others, depth < 3 ? 3 : 2)];
    return [...new Set([...(depth < deepest ? rows : []), ...chosenFields])];
  }
}

export const drawDocument = (dice: Dice, world: World): AskedDocument => new Draft(dice, world).document();

/** Chooses a caller. Callers without any access are chosen rarely, because all of their requests are refused. */
export const pickCaller = (dice: Dice, { callers }: World): Caller => {
  const seeing = callers.filter(({ name, reach }) => reach.size > 0 && !/daemon|without/.test(name));
  return dice.pick(dice.chance(0.8) ? seeing : callers);
};

export const documents: Phase = {
  name: 'documents',
  duty: 'valid documents at random, by every kind of caller, as of every instant',
  share: 5,
  together: 4,
  async run({ dice, world, send }) {
    const caller = pickCaller(dice, world);
    const { query, variables, operation } = drawDocument(dice, world);
    const isSmall = query.length < 4000 && Object.keys(variables).length === 0;
    await send(caller, isSmall && dice.chance(0.1) ? graphqlGet(query) : graphql({ query, variables }), operation);
  },
};
