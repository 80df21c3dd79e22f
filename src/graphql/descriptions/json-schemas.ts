// JSON Schemas for OpenAPI components, of values that GraphQL types as plain JSON. Each module registers its own.
type JsonSchema = Readonly<Record<string, unknown>>;

const registeredSchemas = new Map<string, JsonSchema>();

/**
 * Registers schemas. Fields refer to them: `extensions: { jsonSchema: { $ref: '#/components/schemas/GraphNode' } }`.
 */
export function registerJsonSchemas(schemas: Readonly<Record<string, JsonSchema>>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (registeredSchemas.has(name)) throw new Error(`two JSON Schemas are called ${name}`);
    registeredSchemas.set(name, schema);
  }
}

/** All registered schemas by component name. */
export const jsonSchemas = (): Readonly<Record<string, JsonSchema>> => Object.fromEntries(registeredSchemas);
