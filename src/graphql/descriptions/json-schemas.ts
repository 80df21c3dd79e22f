// JSON Schemas of what GraphQL types only as JSON, as components of the OpenAPI document; each entity registers its own.
type JsonSchema = Readonly<Record<string, unknown>>;

const registered = new Map<string, JsonSchema>();

/** Fields refer to them: `extensions: { jsonSchema: { $ref: '#/components/schemas/GraphNode' } }`. */
export function registerJsonSchemas(schemas: Readonly<Record<string, JsonSchema>>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (registered.has(name)) throw new Error(`two JSON Schemas are called ${name}`);
    registered.set(name, schema);
  }
}

/** All that entities have registered, by component name. */
export const jsonSchemas = (): Readonly<Record<string, JsonSchema>> => Object.fromEntries(registered);
