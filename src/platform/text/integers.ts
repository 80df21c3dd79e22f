/**
 * The highest value of a signed integer of 32 bits: the type `integer` of PostgreSQL, `Int` of GraphQL, and
 * `InterfaceIndex` of IF-MIB.
 */
export const highestInt32 = 2 ** 31 - 1;
