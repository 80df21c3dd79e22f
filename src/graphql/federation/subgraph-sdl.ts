// Prints the schema as a subgraph for gateways: with keys and shared types, without types that end at this subgraph.
import { Kind, parse, print, printSchema, visit, type ConstDirectiveNode, type GraphQLSchema } from 'graphql';

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])`;

/** Left out: other subgraphs have an interface of this name with other fields. */
const nodeName = 'Node';
/** Left out: their ids mean nothing to other subgraphs. */
const notExported = new Set(['node', 'nodes']);
/** Types that all subgraphs define alike. */
const sharedTypes = new Set(['PageInfo']);

const parseDirectives = (text: string): readonly ConstDirectiveNode[] =>
  (parse(`type T ${text} { f: Int }`).definitions[0] as { directives: readonly ConstDirectiveNode[] }).directives;
const [key, shareable] = [parseDirectives('@key(fields: "id")'), parseDirectives('@shareable')];

const withoutNode = <T extends { readonly interfaces?: readonly { readonly name: { readonly value: string } }[] }>(
  node: T,
): T => ({ ...node, interfaces: node.interfaces?.filter(({ name }) => name.value !== nodeName) });

/** `schema` is the schema without federation: gateways know the federation fields. */
export function subgraphSdl(schema: GraphQLSchema, entities: ReadonlySet<string>): string {
  const document = visit(parse(printSchema(schema)), {
    // Gateways forward no directives; the field `asOf` reads the past.
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
