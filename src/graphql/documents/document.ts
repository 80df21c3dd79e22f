// The one way in for a caller's document: parsed under bounds, and measured before anything else looks at it.
import {
  Kind,
  parse,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { AppError } from '../../errors';

export const maximumTokens = 2000;
export const maximumDocumentBytes = 100_000;
/** Fragments may not make a document larger than one could be written without them; the largest of ours has 250. */
export const maximumSelections = 2000;
/** Validation compares each two fields that answer at one place; ours have none. */
export const maximumComparisons = 10_000;

/** Throws GraphQL's own error for text that does not parse, `query_too_expensive` for a document that grows when it is read. */
export function parseDocument(text: string): DocumentNode {
  if (Buffer.byteLength(text) > maximumDocumentBytes)
    throw new AppError('validation_max_length', { field: 'query', max: maximumDocumentBytes });
  const document = parse(text, { maxTokens: maximumTokens });
  assertWithin(maximumSelections, sizeOf(document), 'selections');
  assertWithin(maximumComparisons, comparisonsIn(document), 'repeated fields');
  return document;
}

function assertWithin(maximum: number, cost: number, of: string): void {
  if (cost > maximum) throw new AppError('query_too_expensive', { cost, maximum, of });
}

export const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

const operationsOf = ({ definitions }: DocumentNode) =>
  definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);

/** Numbers stop here: beyond all caps, and still written as digits. */
const saturated = 1_000_000_000;

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => Math.min(total + of(value), saturated), 0);

/**
 * Selections with the arguments, values and directives at them, with fragments expanded. Each fragment is looked at once,
 * however often it is spread; inside itself it counts nothing, since validation refuses that.
 */
function sizeOf(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const sizes = new Map<string, number>();
  const ofFragment = (name: string): number => {
    if (!sizes.has(name)) {
      sizes.set(name, 0);
      sizes.set(name, ofSelections(fragments.get(name)?.selectionSet));
    }
    return sizes.get(name)!;
  };
  const ofSelection = (node: SelectionNode): number => {
    const below = node.kind === Kind.FRAGMENT_SPREAD ? ofFragment(node.name.value) : ofSelections(node.selectionSet);
    return 1 + below + (node.kind === Kind.FIELD ? argumentsSize(node) : 0) + directivesSize(node.directives);
  };
  const ofSelections = (set: SelectionSetNode | undefined): number => sum(set?.selections ?? [], ofSelection);
  return sum(operationsOf(document), ({ selectionSet }) => ofSelections(selectionSet));
}

const argumentsSize = (node: { readonly arguments?: readonly { readonly value: ValueNode }[] }): number =>
  sum(node.arguments ?? [], ({ value }) => valueSize(value));

const directivesSize = (directives: readonly DirectiveNode[] = []): number =>
  sum(directives, (node) => 1 + argumentsSize(node));

function valueSize(value: ValueNode): number {
  if (value.kind === Kind.LIST) return 1 + sum(value.values, valueSize);
  return value.kind === Kind.OBJECT ? 1 + sum(value.fields, (field) => valueSize(field.value)) : 1;
}

/** The selections at one place of the answer, by response name. */
interface Place {
  readonly fields: Map<string, { count: number; below: Place }>;
  spreads: number;
}

/** Pairs of fields, and of fragments, that are selected at the same place; for documents whose size is bounded. */
function comparisonsIn(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const unused = new Set(fragments.values());
  const places: Place[] = [];
  const newPlace = () => places[places.push({ fields: new Map(), spreads: 0 }) - 1]!;
  const open = new Set<SelectionSetNode>();
  let steps = 0;
  const collect = (set: SelectionSetNode | undefined, place: Place): void => {
    if (!set || open.has(set)) return;
    open.add(set);
    for (const node of set.selections) {
      // Only fragments that spread each other in circles have more ways through them than their size suggests.
      assertWithin(maximumSelections, (steps += 1), 'selections');
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const field = place.fields.get(name) ?? { count: 0, below: newPlace() };
        place.fields.set(name, { ...field, count: field.count + 1 });
        collect(node.selectionSet, field.below);
      } else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        if (fragment) unused.delete(fragment);
        place.spreads += 1;
        collect(fragment?.selectionSet, place);
      } else collect(node.selectionSet, place);
    }
    open.delete(set);
  };
  for (const { selectionSet } of operationsOf(document)) collect(selectionSet, newPlace());
  // Validation looks into those as well before it refuses them, one by one.
  for (const { selectionSet } of unused) collect(selectionSet, newPlace());
  const pairs = (count: number) => (count * (count - 1)) / 2;
  return sum(places, ({ fields, spreads }) => pairs(spreads) + sum([...fields.values()], ({ count }) => pairs(count)));
}
