// Describes other names of paths and members in the OpenAPI document.
import { describedWithOtherNames, type OtherNames, type OtherPath } from '../documents/other-names';
import { withNames } from '../other-names';
import { operationName, toOperationId, type Route, type WireOrder } from '../route';
import type { JsonSchema } from './schemas';

/** Marks an operation at another path, or the other name of a member, with the documented operation or name. */
export const documentedNameKeyword = 'x-other-name-of';
/** Marks a parameter or member with its other name. */
const otherNameKeyword = 'x-other-name';

/** The route as it is at another path, with the names of members there. */
export function routeAtOtherPath(route: Route, { names, rename }: OtherPath): Route {
  const { document, download, order } = route;
  return {
    ...route,
    document: describedWithOtherNames(document, names, rename),
    ...(download && { download: { ...download, name: rename(download.name) } }),
    ...(order && { order: withNames(order, names) as WireOrder }),
  };
}

/** The example of the route's response, under the id of the operation at another path and with the names there. */
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
 * Returns the OpenAPI document with other names. Parameters and members of requests are marked with their other name.
 * For each member of a response that has another name, an optional member with that name is added.
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
