// Parses callers' documents within limits, and measures their size before any other code processes them.
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
/**
 * Maximum number of lines. GraphQL counts the lines above an error for each error of a response, and one response can
 * have 10,000 errors. Line ends are not tokens. A printed document has at most a line for each token, and an empty line
 * between two definitions.
 */
export const maximumLines = 2 * maximumTokens;
/** Maximum number of selections, counted with fragments expanded. The service's largest document has 250. */
export const maximumSelections = 2000;
/**
 * GraphQL validation compares all pairs of fields with the same name at the same place of the response. This is the
 * maximum number of pairs; the service's own documents have none.
 */
export const maximumComparisons = 10_000;

/**
 * Parses a document. Throws GraphQL's error for invalid syntax, and `query_too_expensive` for a document that has too
 * many lines or is too large with fragments expanded.
 */
export function parseDocument(text: string): DocumentNode {
  if (Buffer.byteLength(text) > maximumDocumentBytes)
    throw new AppError('validation_max_length', { field: 'query', max: maximumDocumentBytes });
  assertWithin(maximumLines, linesIn(text), 'lines');
  const document = parse(text, { maxTokens: maximumTokens });
  assertWithin(maximumSelections, sizeOf(document), 'selections');
  assertWithin(maximumComparisons, comparisonsIn(document), 'repeated fields');
  return document;
}

/** Number of lines of a text. A line ends with `\n`, `\r` or `\r\n`, as GraphQL counts lines. */
const linesIn = (text: string): number => (text.match(/\r\n|[\n\r]/g)?.length ?? 0) + 1;

function assertWithin(maximum: number, cost: number, of: string): void {
  if (cost > maximum) throw new AppError('query_too_expensive', { cost, maximum, of });
}

export const fragmentsByName = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

const operationsOf = ({ definitions }: DocumentNode) =>
  definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);

/** Number at which counting stops. It is above all limits, and error messages print it without an exponent. */
const maxCount = 1_000_000_000;

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => Math.min(total + of(value), maxCount), 0);

/**
 * The size of a document with its fragments expanded: selections, arguments, values and directives. A fragment that
 * contains itself counts as empty, because validation rejects it.
 */
function sizeOf(document: DocumentNode): number {
  const fragments = fragmentsByName(document);
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

/** The selections at one position of the response, by response name. */
interface Place {
  readonly fields: Map<string, { count: number; below: Place }>;
  spreads: number;
}

/**
 * Number of pairs of fields or fragments at the same position of the response, which validation compares. Throws for
 * documents that are too large to count.
 */
function comparisonsIn(document: DocumentNode): number {
  const fragments = fragmentsByName(document);
  const unusedFragments = new Set(fragments.values());
  const places: Place[] = [];
  const newPlace = () => places[places.push({ fields: new Map(), spreads: 0 }) - 1]!;
  const open = new Set<SelectionSetNode>();
  let steps = 0;
  const collect = (set: SelectionSetNode | undefined, place: Place): void => {
    if (!set || open.has(set)) return;
    open.add(set);
    for (const node of set.selections) {
      // If fragments contain themselves, which `sizeOf` does not detect, this loop would take exponentially many steps.
      assertWithin(maximumSelections, (steps += 1), 'selections');
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const field = place.fields.get(name) ?? { count: 0, below: newPlace() };
        place.fields.set(name, { ...field, count: field.count + 1 });
        collect(node.selectionSet, field.below);
      } else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        if (fragment) unusedFragments.delete(fragment);
        place.spreads += 1;
        collect(fragment?.selectionSet, place);
      } else collect(node.selectionSet, place);
    }
    open.delete(set);
  };
  for (const { selectionSet } of operationsOf(document)) collect(selectionSet, newPlace());
  // Validation also compares unused fragments before it rejects them.
  for (const { selectionSet } of unusedFragments) collect(selectionSet, newPlace());
  const pairs = (count: number) => (count * (count - 1)) / 2;
  return sum(places, ({ fields, spreads }) => pairs(spreads) + sum([...fields.values()], ({ count }) => pairs(count)));
}
