// Describes alternative paths, and alternative names of members, in the OpenAPI document.
import { describedWithOtherNames, type OtherNames, type OtherPath } from '../documents/other-names';
import { withNames } from '../other-names';
import { operationName, toOperationId, type Route, type WireOrder } from '../route';
import type { JsonSchema } from './schemas';

/**
 * Keyword of an operation at an alternative path, or of a member under its alternative name. Its value is the
 * documented operation or name.
 */
export const documentedNameKeyword = 'x-other-name-of';
/** Keyword of a parameter or member whose value is the alternative name. */
const otherNameKeyword = 'x-other-name';

/** The route at an alternative path, with the alternative names of members at this path. */
export function routeAtOtherPath(route: Route, { names, rename }: OtherPath): Route {
  const { document, download, order } = route;
  return {
    ...route,
    document: describedWithOtherNames(document, names, rename),
    ...(download && { download: { ...download, name: rename(download.name) } }),
    ...(order && { order: withNames(order, names) as WireOrder }),
  };
}

/**
 * The example of the route's response at an alternative path, with alternative names of members. Its key is the id of
 * the operation at that path.
 */
export function examplesAtOtherPath(
  route: Route,
  { names, rename }: OtherPath,
  examples: Readonly<Record<string, object>>,
): Record<string, object> {
  const name = operationName(route);
  const example = examples[toOperationId(name)];
  return example ? { [toOperationId(rename(name))]: withNames(example, names) as object } : {};
}

/**
 * Returns the OpenAPI document with alternative names. Parameters and members of requests are marked with their
 * alternative name. For each member of a response that has an alternative name, an optional member with that name is
 * added.
 */
export function describeOtherNames(document: JsonSchema, names: OtherNames): JsonSchema {
  const others = new Map(Object.entries(names).map(([other, documented]) => [documented, other]));
  const marked = (value: unknown, name: unknown): object =>
    others.has(name as string)
      ? { ...(value as object), [otherNameKeyword]: others.get(name as string) }
      : (value as object);
  const besides = (schema: JsonSchema, name: string): [string, object][] =>
    others.has(name)
      ? [
          [name, schema],
          [
            others.get(name)!,
            {
              ...schema,
              description: `Other name of \`${name}\`, in responses to its senders.`,
              [documentedNameKeyword]: name,
            },
          ],
        ]
      : [[name, schema]];
  const visit = (value: unknown, isRequest: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => visit(item, isRequest));
    if (typeof value !== 'object' || value === null) return value;
    const visited = Object.fromEntries(
      Object.entries(value).map(([key, part]: [string, unknown]) => [
        key,
        key === 'example' ? part : visit(part, isRequest || key === 'requestBody' || /(Request|Input)$/.test(key)),
      ]),
    ) as JsonSchema;
    const { in: place, name, properties } = visited;
    if (typeof properties === 'object' && properties !== null)
      visited.properties = Object.fromEntries(
        Object.entries(properties).flatMap(([member, schema]: [string, JsonSchema]): [string, object][] =>
          isRequest ? [[member, marked(schema, member)]] : besides(schema, member),
        ),
      );
    return place === 'query' ? marked(visited, name) : visited;
  };
  return visit(document, false) as JsonSchema;
}
