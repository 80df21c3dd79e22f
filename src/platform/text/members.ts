// Operations on the members of plain objects.

type Possible<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
/** The type in which members that may be undefined are optional. */
type Defined<T> = Omit<T, Possible<T>> & { [K in keyof Pick<T, Possible<T>>]?: Exclude<T[K], undefined> };

/** The object without undefined members. When objects are spread, an undefined member would replace a value. */
export const withoutUndefined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;

/** A replacer for `JSON.stringify` that sorts the members of objects, so that equal objects give equal texts. */
export function sortedMembers(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
