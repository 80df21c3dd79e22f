// Names recurring SQL statements, so that each connection parses and plans them once.

const mostNames = 400;
const mostCandidates = 2000;

/**
 * A name for a statement from its second sighting on, for as many statements as a connection should keep in memory;
 * '' leaves it unnamed. List filters make a new text for each length, which must not fill the server's memory.
 */
export function statementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined) return name;
    if (names.size >= mostNames) return '';
    if (!seenOnce.delete(sql)) {
      if (seenOnce.size >= mostCandidates) seenOnce.clear();
      seenOnce.add(sql);
      return '';
    }
    const next = `netloom_${names.size + 1}`;
    names.set(sql, next);
    return next;
  };
}
