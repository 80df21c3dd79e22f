// Describes alternative paths, and alternative names of members, in the OpenAPI document.
import { describedWithOtherNames, type OtherNames, type OtherPath } from '../documents/other-names';
import { withNames } from '../other-names';
import { operationName, toOperationId, type Route, type WireOrder } from '../route';
import type { JsonSchema } from './schemas';

/**
 * OpenAPI extension of an alternative name (`site_id`), whose value is the documented name (`network_id`), and of an
 * operation at an alternative path, whose value is the documented operation.
 */
export const documentedNameKeyword = 'x-other-name-of';
/** OpenAPI extension of a documented name (`network_id`), whose value is its alternative name (`site_id`). */
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
 * The recorded example of a route, rewritten for an alternative path: with the operation id of that path, and with
 * alternative names of members besides the documented ones.
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
 * Adds alternative names to the OpenAPI document. In requests, a member gets the extension `x-other-name`. In
 * responses, a second, optional member with the alternative name is added.
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
