// What JSON columns hold.

/** The value of a JSON column, which the code that writes the column declares: the database knows it as JSON alone. */
export const storedJson = <T>(column: unknown): T => column as T;
