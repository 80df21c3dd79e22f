// Caches results of pure functions. Arguments are compared by identity: a result is reused only for the same objects.

interface Place<T> {
  next?: WeakMap<object, Place<T>>;
  cachedValue?: { readonly value: T };
}

/**
 * Returns a function that caches the results of `make` by the identity of all arguments. Successive states of a network
 * share unchanged lists and rows, so their results are shared too. A result is freed with its arguments. Neither
 * arguments nor results may be modified.
 */
export function memoizeByIdentity<Args extends readonly object[], T>(make: (...args: Args) => T): (...args: Args) => T {
  const root: Place<T> = {};
  return (...args) => {
    let at = root;
    for (const one of args) {
      const places = (at.next ??= new WeakMap<object, Place<T>>());
      let next = places.get(one);
      if (!next) places.set(one, (next = {}));
      at = next;
    }
    return (at.cachedValue ??= { value: make(...args) }).value;
  };
}

/**
 * Returns a function that caches one result of `make` per `rows` object. The result is reused while the sets of ids
 * have the same contents, even if they are new Set objects.
 */
export function rememberedByIds<Rows extends object, T>(
  make: (rows: Rows, ...ids: readonly ReadonlySet<string>[]) => T,
): (rows: Rows, ...ids: readonly ReadonlySet<string>[]) => T {
  const last = new WeakMap<Rows, { readonly ids: readonly ReadonlySet<string>[]; readonly cachedValue: T }>();
  return (rows, ...ids) => {
    const cached = last.get(rows);
    if (cached?.ids.every((one, at) => isSame(one, ids[at]!))) return cached.cachedValue;
    const value = make(rows, ...ids);
    last.set(rows, { ids, cachedValue: value });
    return value;
  };
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const id of one) if (!other.has(id)) return false;
  return true;
}

/**
 * Returns a function that replaces an object by the previous object of the same key if their properties are equal.
 * Caches that compare objects by identity then stay valid.
 */
export function steady<Key extends object, T extends object>(): (key: Key, newValues: T) => T {
  const last = new WeakMap<Key, T>();
  return (key, newValues) => {
    const previousValue = last.get(key);
    if (previousValue && isAlike(previousValue, newValues)) return previousValue;
    last.set(key, newValues);
    return newValues;
  };
}

function isAlike(one: object, other: object): boolean {
  const [members, others] = [one as Record<string, unknown>, other as Record<string, unknown>];
  let count = 0;
  for (const name in others) {
    if (members[name] !== others[name]) return false;
    count += 1;
  }
  return count === Object.keys(members).length;
}

/**
 * Returns a function that replaces a list by the previous list if both contain the same objects. Caches that compare
 * lists by identity then keep their results.
 */
export function sameLists<T extends object>(): (list: readonly T[]) => readonly T[] {
  // The previous list is looked up by its first object, because two lists rarely begin with the same object.
  const last = new WeakMap<T, readonly T[]>();
  return (list) => {
    const [first] = list;
    if (!first) return list;
    const previousLists = last.get(first);
    if (previousLists?.length === list.length && previousLists.every((one, at) => one === list[at]))
      return previousLists;
    last.set(first, list);
    return list;
  };
}

/**
 * Returns a function that replaces a list of rows by the previous list if the rows have changed only in properties that
 * the caller does not read. `parts` returns, as one text, the properties of a row that the caller reads.
 */
export function samePart<Row extends { readonly id: string }>(
  parts: (row: Row) => string,
): (rows: readonly Row[]) => readonly Row[] {
  // The previous list is looked up by its first or last row, because a change rarely affects both.
  const last = new WeakMap<Row, { readonly rows: readonly Row[]; readonly sharedRows: readonly Row[] }>();
  const isSameRow = (a: Row, b: Row | undefined): boolean =>
    a === b || (b !== undefined && a.id === b.id && parts(a) === parts(b));
  return (rows) => {
    const ends = [...rows.slice(0, 1), ...rows.slice(-1)];
    const previousPart = ends.map((end) => last.get(end)).find((one) => one !== undefined);
    const isSame =
      previousPart?.rows.length === rows.length && rows.every((row, at) => isSameRow(row, previousPart.rows[at]));
    const sharedRows = isSame ? previousPart!.sharedRows : rows;
    for (const end of ends) last.set(end, { rows, sharedRows });
    return sharedRows;
  };
}

/**
 * Returns a function that caches the last result of `make` for an object. `make` is only called again if a value in
 * `args` is another object.
 */
export function lastMade<Of extends object, T>(): (of: Of, args: readonly unknown[], make: () => T) => T {
  const last = new WeakMap<Of, { readonly args: readonly unknown[]; readonly value: T }>();
  return (of, args, make) => {
    const previous = last.get(of);
    if (previous?.args.length === args.length && previous.args.every((one, at) => one === args[at]))
      return previous.value;
    const value = make();
    last.set(of, { args, value });
    return value;
  };
}
