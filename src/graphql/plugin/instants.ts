// Parts of a response that are read at an instant other than the request's. Resolvers below such a part get the context
// of its instant.
import {
  defaultFieldResolver,
  getNamedType,
  isLeafType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { AppError } from '../../errors';
import type { GraphqlContext, Instants } from '../context';

type Field = GraphQLField<unknown, GraphqlContext>;
type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/**
 * Maximum number of instants in one operation. For each instant, the network is read and its graph built separately.
 */
export const mostInstants = 20;

/** For each part of a response that is read at an instant of its own: the GraphQL context of that instant. */
export class PinnedInstants implements Instants {
  private readonly namedInstants = new Set<number>();
  private readonly contexts = new Map<number, GraphqlContext>();
  private parts: WeakMap<object, GraphqlContext> | undefined;

  admit(at: Date): void {
    const { size: cost } = this.namedInstants.add(at.getTime());
    if (cost > mostInstants) throw new AppError('query_too_expensive', { cost, maximum: mostInstants, of: 'instants' });
  }

  contextOf(at: Date, make: () => GraphqlContext): GraphqlContext {
    const context = this.contexts.get(at.getTime()) ?? make();
    this.contexts.set(at.getTime(), context);
    return context;
  }

  below(part: unknown): GraphqlContext | undefined {
    return this.parts?.get(part as object);
  }

  pin(part: object, context: GraphqlContext): void {
    this.parts ??= new WeakMap();
    this.parts.set(part, context);
  }
}

/**
 * If an object of a response is read at an instant of its own, reads the objects inside of it at the same instant,
 * unless a resolver sets another one.
 */
export function followInstants(schema: GraphQLSchema): GraphQLSchema {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.has(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isPlain = !field.resolve && isLeafType(getNamedType(field.type));
      if (!isPlain) field.resolve = following(field.resolve ?? defaultFieldResolver, field);
    }
  }
  return schema;
}

function following(resolve: Resolver, { type }: Field): Resolver {
  const isLeaf = isLeafType(getNamedType(type));
  return (parent, args, context, info) => {
    const pastContext = context.instants.below(parent);
    if (!pastContext) return resolve(parent, args, context, info);
    const answer = resolve(parent, args, pastContext, info);
    return isLeaf ? answer : pinAnswer(answer, pastContext);
  };
}

function pinAnswer(answer: unknown, context: GraphqlContext): unknown {
  if (answer instanceof Promise) return answer.then((value) => pinAnswer(value, context));
  if (Array.isArray(answer)) return answer.map((item) => pinAnswer(item, context));
  const { instants } = context;
  if (typeof answer === 'object' && answer !== null && !instants.below(answer)) instants.pin(answer, context);
  return answer;
}
