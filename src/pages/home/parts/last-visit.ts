// The time of the user's last visit, which this browser keeps.

/** Pages that are opened within this time belong to one visit. */
const visitMs = 30 * 60_000;

interface Visit {
  /** When the page was opened last. */
  readonly seenAt: number;
  /** The end of the visit before; null if there was none. */
  readonly before: number | null;
}

const keyOf = (userId: string) => `netloom.visit.${userId}`;

function read(userId: string): Visit | null {
  try {
    const { seenAt, before } = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '') as Partial<Visit>;
    return typeof seenAt === 'number' ? { seenAt, before: typeof before === 'number' ? before : null } : null;
  } catch {
    return null;
  }
}

/** The visit that begins or goes on now, given what the browser has kept of the last one. */
export function nextVisit(last: Visit | null, now: number): Visit {
  if (!last) return { seenAt: now, before: null };
  return { seenAt: now, before: now - last.seenAt > visitMs ? last.seenAt : last.before };
}

/** Keeps that the page was opened now, and returns the end of the visit before; null if there was none. */
export function enterVisit(userId: string, now: number): number | null {
  const visit = nextVisit(read(userId), now);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(visit));
  } catch {
    // The next visit does not know of this one.
  }
  return visit.before;
}
