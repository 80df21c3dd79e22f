// What pure functions make of rows and lists of rows: the same objects give what was made of them before.

interface Place<T> {
  readonly next: WeakMap<object, Place<T>>;
  made?: { readonly value: T };
}
const place = <T>(): Place<T> => ({ next: new WeakMap() });

/**
 * States of a network that follow one another share the lists and rows that did not change, so what is made of these alone
 * is made once for all of them, and goes with the last one. Nothing that is given to `make` or comes of it may be changed.
 */
export function remembered<Given extends readonly object[], T>(make: (...given: Given) => T): (...given: Given) => T {
  const root = place<T>();
  return (...given) => {
    let at = root;
    for (const one of given) {
      let next = at.next.get(one);
      if (!next) at.next.set(one, (next = place()));
      at = next;
    }
    return (at.made ??= { value: make(...given) }).value;
  };
}

/** The same for functions that ask besides the rows for ids: of each list what was made last, as long as the ids are equal. */
export function rememberedByIds<Rows extends object, T>(
  make: (rows: Rows, ...ids: readonly ReadonlySet<string>[]) => T,
): (rows: Rows, ...ids: readonly ReadonlySet<string>[]) => T {
  const last = new WeakMap<Rows, { readonly ids: readonly ReadonlySet<string>[]; readonly made: T }>();
  return (rows, ...ids) => {
    const known = last.get(rows);
    if (known?.ids.every((one, at) => isSame(one, ids[at]!))) return known.made;
    const made = make(rows, ...ids);
    last.set(rows, { ids, made });
    return made;
  };
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const id of one) if (!other.has(id)) return false;
  return true;
}
