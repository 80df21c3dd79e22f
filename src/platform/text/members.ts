// Operations on the fields of plain objects.

type Possible<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
/** The type with the same fields, of which those that may be undefined are optional. */
type Defined<T> = Omit<T, Possible<T>> & { [K in keyof Pick<T, Possible<T>>]?: Exclude<T[K], undefined> };

/** The object without undefined fields: in a spread, such a field would replace one that is set. */
export const withoutUndefined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
