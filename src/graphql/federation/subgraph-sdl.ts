// Prints the schema as a subgraph of Apollo Federation for gateways: with keys and shared types, but without types that
// have no meaning outside of this subgraph.
import { Kind, parse, print, printSchema, visit, type ConstDirectiveNode, type GraphQLSchema } from 'graphql';

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])`;

/**
 * Name of an interface that is omitted from the subgraph, because other subgraphs may have an interface of this name
 * with different fields.
 */
const nodeName = 'Node';
/** Root fields that are omitted from the subgraph, because other subgraphs cannot use their ids. */
const notExported = new Set(['node', 'nodes']);
/** Types that every subgraph of a gateway defines in the same way. */
const sharedTypes = new Set(['PageInfo']);

const parseDirectives = (text: string): readonly ConstDirectiveNode[] =>
  (parse(`type T ${text} { f: Int }`).definitions[0] as { directives: readonly ConstDirectiveNode[] }).directives;
const [key, shareable] = [parseDirectives('@key(fields: "id")'), parseDirectives('@shareable')];

const withoutNode = <T extends { readonly interfaces?: readonly { readonly name: { readonly value: string } }[] }>(
  node: T,
): T => ({ ...node, interfaces: node.interfaces?.filter(({ name }) => name.value !== nodeName) });

/** Prints the subgraph. `schema` must not have the federation fields, because gateways add these themselves. */
export function subgraphSdl(schema: GraphQLSchema, entities: ReadonlySet<string>): string {
  const document = visit(parse(printSchema(schema)), {
    // The definitions of directives are omitted, because gateways do not forward directives. Clients can use the field
    // `asOf` to read the past.
    [Kind.DIRECTIVE_DEFINITION]: () => null,
    [Kind.INTERFACE_TYPE_DEFINITION]: (node) => (node.name.value === nodeName ? null : withoutNode(node)),
    [Kind.OBJECT_TYPE_DEFINITION]: (node) => {
      const { value: name } = node.name;
      const fields = node.fields!.filter((field) => name !== 'Query' || !notExported.has(field.name.value));
      const directives = entities.has(name) ? key : sharedTypes.has(name) ? shareable : [];
      return { ...withoutNode(node), fields, directives };
    },
  });
  return `${link}\n\n${print(document)}\n`;
}
