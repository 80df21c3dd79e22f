// Gives the values of JSON columns a TypeScript type.

/**
 * The value of a JSON column. The code that writes the column declares its type, because the database schema has only
 * the type JSON.
 */
export const storedJson = <T>(column: unknown): T => column as T;
