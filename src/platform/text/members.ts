// Members of plain objects.

type Possible<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
/** The same members; those that may be undefined may be absent. */
type Defined<T> = Omit<T, Possible<T>> & { [K in keyof Pick<T, Possible<T>>]?: Exclude<T[K], undefined> };

/** The object without the members that are undefined: to JSON, to databases and to spreads these are not the same as absent. */
export const withoutUndefined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
