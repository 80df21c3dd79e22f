// A Pothos plugin that enforces declared bounds. It checks the arguments of a field after the caller's rights and
// before the field resolves.
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosInputFieldType,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { AppError } from '../../errors';
import { hasTakenLong, nextTurn, turnClock } from '../../platform/threads/event-loop';
import { assertLength, assertRange } from '../../platform/text/validation';
import type { BoundKeywords, DeclaredBounds } from './bounds';

const pluginName = 'enforcedBounds' as const;
export default pluginName;

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Pothos takes the types of plugins from this namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      enforcedBounds: EnforcedBounds<Types>;
    }
  }
}

/** Throws if a value is out of bounds. `field` is the path that the error names. */
type Check = (value: unknown, field: string) => void;
type Checks = (readonly [name: string, check: Check])[];
type Resolver = GraphQLFieldResolver<unknown, never, object>;

/**
 * Builds the checks once per input type and field, while the schema is built. A field without bounds keeps its resolver
 * unchanged.
 */
export class EnforcedBounds<Types extends SchemaTypes> extends BasePlugin<Types> {
  private readonly checksByType = new Map<string, Checks | undefined>();

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ) {
    return this.judging(resolve, field);
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ) {
    return subscribe && this.judging(subscribe, field);
  }

  private judging<R extends Resolver>(resolve: R, { args }: PothosOutputFieldConfig<Types>): R {
    const checks = this.checksOf(args);
    if (checks.length === 0) return resolve;
    const checkedResolver: Resolver = (parent, args, context, info) => {
      const startedAt = turnClock.now();
      for (const [name, check] of checks) check((args as Record<string, unknown>)[name], name === 'input' ? '' : name);
      const go = () => resolve(parent, args, context, info) as unknown;
      // If checking the arguments took long, the resolver, which also reads them, takes about as long. So the resolver
      // starts in another turn of the event loop.
      return hasTakenLong(startedAt) ? nextTurn().then(go) : go();
    };
    return checkedResolver as R;
  }

  private checksOf(fields: Readonly<Record<string, PothosInputFieldConfig<Types>>>): Checks {
    return Object.entries(fields).flatMap(([name, field]) => {
      const check = this.checkOf(field);
      return check ? [[name, check] as const] : [];
    });
  }

  private checkOf({ name, parentType, type, extensions }: PothosInputFieldConfig<Types>): Check | undefined {
    const { jsonSchema = {}, notNull, form } = (extensions ?? {}) as DeclaredBounds;
    const value = this.valueCheck(type, jsonSchema, `${parentType}.${name}`);
    if (!value && !notNull && !form) return undefined;
    return (argument, field) => {
      if (argument != null) {
        value?.(argument, field);
        form?.(field, argument);
      } else if (argument === null && notNull) throw new AppError('validation_required', { field });
    };
  }

  /** Builds the check of a non-null value; undefined if its type has no bounds. */
  private valueCheck(type: PothosInputFieldType<Types>, keywords: BoundKeywords, place: string): Check | undefined {
    if (type.kind === 'List')
      return listCheck(keywords, this.valueCheck(type.type, keywords.items ?? {}, `${place}[]`));
    if (type.kind !== 'InputObject') return leafCheck(this.buildCache.getTypeConfig(type.ref).name, keywords, place);
    const checks = this.checksOfType(type.ref);
    return checks && objectCheck(checks);
  }

  private checksOfType(ref: Parameters<typeof this.buildCache.getInputTypeFieldConfigs>[0]): Checks | undefined {
    const { name, extensions } = this.buildCache.getTypeConfig(ref, 'InputObject');
    if ((extensions as DeclaredBounds | undefined)?.checkedWhenRead) return undefined;
    if (this.checksByType.has(name)) return this.checksByType.get(name);
    // The checks of a type are registered before its fields are visited, because input types may contain themselves.
    const checks: Checks = [];
    this.checksByType.set(name, checks);
    checks.push(...this.checksOf(this.buildCache.getInputTypeFieldConfigs(ref)));
    if (checks.length === 0) this.checksByType.set(name, undefined);
    return this.checksByType.get(name);
  }
}

const objectCheck =
  (checks: Checks): Check =>
  (value, field) => {
    const above = field === '' ? '' : `${field}.`;
    for (const [name, check] of checks) {
      const member = (value as Record<string, unknown>)[name];
      if (member !== undefined) check(member, above + name);
    }
  };

/**
 * Builds the check of a list. If the list needs at least one item and is empty, the error is `validation_bulk_empty`
 * for every field.
 */
function listCheck({ minItems = 0, maxItems }: BoundKeywords, item: Check | undefined): Check | undefined {
  if (minItems === 0 && maxItems === undefined && !item) return undefined;
  return (value, field) => {
    const items = value as readonly unknown[];
    if (minItems > 0 && items.length === 0) throw new AppError('validation_bulk_empty');
    if (maxItems !== undefined) assertRange(field, items.length, minItems, maxItems);
    if (item) for (const one of items) if (one != null) item(one, field);
  };
}

const largestBigInt = 2n ** 63n - 1n;

/**
 * Builds the check of a scalar value. Throws at startup for a bound that does not apply to the type, because that is a
 * mistake in the schema.
 */
function leafCheck(type: string, keywords: BoundKeywords, place: string): Check | undefined {
  const { minLength, maxLength, minimum, maximum } = keywords;
  if (maxLength !== undefined && type === 'String')
    return (value, field) => assertLength(field, value as string, minLength ?? 0, maxLength);
  if (minimum !== undefined && maximum !== undefined && (type === 'Int' || type === 'Float'))
    return (value, field) => assertRange(field, value as number, minimum, maximum);
  if (minimum !== undefined && maximum === undefined && type === 'BigInt')
    return (value, field) => {
      if ((value as bigint) < minimum)
        throw new AppError('validation_out_of_range', { field, min: minimum, max: String(largestBigInt) });
    };
  if ([minLength, maxLength, minimum, maximum].some((bound) => bound !== undefined))
    throw new Error(`${place}: the bounds of a ${type} cannot be enforced: ${JSON.stringify(keywords)}`);
  return undefined;
}

SchemaBuilder.registerPlugin(pluginName, EnforcedBounds);
