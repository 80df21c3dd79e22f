// The schema as gateways compose it: which types have a key, which others may share, and nothing of what ends at a subgraph.
import { Kind, parse, print, printSchema, visit, type ConstDirectiveNode, type GraphQLSchema } from 'graphql';

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])`;

/** The interface of node ids: other subgraphs have one of the same name and other fields, and no field leads to ours. */
const nodeName = 'Node';
/** Their ids mean nothing to other subgraphs. */
const notExported = new Set(['node', 'nodes']);
/** Types that every subgraph with lists has alike. */
const shared = new Set(['PageInfo']);

const applied = (text: string): readonly ConstDirectiveNode[] =>
  (parse(`type T ${text} { f: Int }`).definitions[0] as { directives: readonly ConstDirectiveNode[] }).directives;
const [key, shareable] = [applied('@key(fields: "id")'), applied('@shareable')];

const withoutNode = <T extends { readonly interfaces?: readonly { readonly name: { readonly value: string } }[] }>(
  node: T,
): T => ({ ...node, interfaces: node.interfaces?.filter(({ name }) => name.value !== nodeName) });

/** `schema` is the one that is served without federation: fields that gateways know by themselves are not printed. */
export function subgraphSdl(schema: GraphQLSchema, entities: ReadonlySet<string>): string {
  const document = visit(parse(printSchema(schema)), {
    // Gateways hand on no directive of an operation: `asOf` reads the past.
    [Kind.DIRECTIVE_DEFINITION]: () => null,
    [Kind.INTERFACE_TYPE_DEFINITION]: (node) => (node.name.value === nodeName ? null : withoutNode(node)),
    [Kind.OBJECT_TYPE_DEFINITION]: (node) => {
      const { value: name } = node.name;
      const fields = node.fields!.filter((field) => name !== 'Query' || !notExported.has(field.name.value));
      const directives = entities.has(name) ? key : shared.has(name) ? shareable : [];
      return { ...withoutNode(node), fields, directives };
    },
  });
  return `${link}\n\n${print(document)}\n`;
}
