// Finds the response members of a document, with fragments resolved and fields merged as GraphQL does.
import {
  isAbstractType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

/** One member of a response: the field nodes that select it, and whether a response may omit it. */
export interface Member {
  readonly nodes: FieldNode[];
  isOptional: boolean;
}

export class DocumentSelection {
  readonly operation: OperationDefinitionNode;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(
    { definitions }: DocumentNode,
    private readonly schema: GraphQLSchema,
  ) {
    this.operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  fragment(name: string): FragmentDefinitionNode {
    return this.fragments.get(name)!;
  }

  /** Response members in the order of selection, as GraphQL collects them for an object of this type. */
  membersOf(type: GraphQLObjectType, selections: readonly SelectionNode[]): Map<string, Member> {
    const members = new Map<string, Member>();
    const visit = (nodes: readonly SelectionNode[], isOptional: boolean): void => {
      for (const node of nodes) {
        const optional = isOptional || (node.directives ?? []).some(({ name }) => /^(include|skip)$/.test(name.value));
        if (node.kind === Kind.FIELD) {
          const key = (node.alias ?? node.name).value;
          const existingMember = members.get(key);
          existingMember?.nodes.push(node);
          if (existingMember) existingMember.isOptional &&= optional;
          else members.set(key, { nodes: [node], isOptional: optional });
          continue;
        }
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.fragment(node.name.value) : node;
        if (this.appliesTo(fragment.typeCondition?.name.value, type)) visit(fragment.selectionSet.selections, optional);
      }
    };
    visit(selections, false);
    return members;
  }

  private appliesTo(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const other = this.schema.getType(condition);
    return isAbstractType(other) && this.schema.isSubType(other, type);
  }
}

export const subSelections = (nodes: readonly FieldNode[]): SelectionNode[] =>
  nodes.flatMap((node) => [...(node.selectionSet?.selections ?? [])]);

/** The fragment that a selection spreads, if it selects nothing else; otherwise undefined. */
export function onlySpread(
  selections: readonly SelectionNode[],
  from: DocumentSelection,
): FragmentDefinitionNode | undefined {
  const [node] = selections;
  if (selections.length !== 1 || node!.kind !== Kind.FRAGMENT_SPREAD || node!.directives?.length) return undefined;
  return from.fragment((node as { name: { value: string } }).name.value);
}
