// Stores the time of the user's last visit in this browser.

/** If the page is opened again within this number of milliseconds, this counts as the same visit. */
const visitMs = 30 * 60_000;

interface Visit {
  /** When the page was last opened, in milliseconds since 1970. */
  readonly seenAt: number;
  /** When the visit before this visit ended, in milliseconds since 1970; null if there was no earlier visit. */
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

/** Continues the stored visit `last`, or starts a new visit if the user was away for longer than `visitMs`. */
export function nextVisit(last: Visit | null, now: number): Visit {
  if (!last) return { seenAt: now, before: null };
  return { seenAt: now, before: now - last.seenAt > visitMs ? last.seenAt : last.before };
}

/**
 * Stores that the page was opened now. Returns the end of the previous visit in milliseconds; null if there was none.
 */
export function enterVisit(userId: string, now: number): number | null {
  const visit = nextVisit(read(userId), now);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(visit));
  } catch {
    // The browser blocks storage. The next visit will then find no stored visit.
  }
  return visit.before;
}
