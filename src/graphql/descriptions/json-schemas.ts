// The registry of JSON Schemas for values that GraphQL types as plain JSON. They become components of the OpenAPI
// document. Each module registers its own schemas.
type JsonSchema = Readonly<Record<string, unknown>>;

const registeredSchemas = new Map<string, JsonSchema>();

/**
 * Registers JSON Schemas by the name of their component. Fields refer to them: `extensions: { jsonSchema: { $ref:
 * '#/components/schemas/GraphNode' } }`.
 */
export function registerJsonSchemas(schemas: Readonly<Record<string, JsonSchema>>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (registeredSchemas.has(name)) throw new Error(`two JSON Schemas are called ${name}`);
    registeredSchemas.set(name, schema);
  }
}

/** All registered schemas by component name. */
export const jsonSchemas = (): Readonly<Record<string, JsonSchema>> => Object.fromEntries(registeredSchemas);
