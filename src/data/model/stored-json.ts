// Types the values of JSON columns.

/**
 * The value of a JSON column. The code that writes the column declares its type, because the schema only knows it as
 * JSON.
 */
export const storedJson = <T>(column: unknown): T => column as T;
