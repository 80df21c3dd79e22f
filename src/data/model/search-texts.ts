// The texts of a row that a search looks in together; the database keeps an index of their trigrams, in this order.

/** Columns by model; the same as in the indexes on `search_trigrams(ARRAY[…])`, which a test holds against this. */
export const searchedTexts = {
  Host: [
    ...['name', 'hostname', 'description', 'sysName', 'sysDescr'],
    ...['chassisId', 'manufacturer', 'model', 'serialNumber', 'os'],
  ],
  Service: ['name', 'serviceDefinition'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Shorter texts have no trigram. */
export const shortestIndexed = 3;
