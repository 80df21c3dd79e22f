// Finds the periods in which a machine was connected to a port (stays), from the periods in which the port had learned
// the machine's MAC address. Gaps are closed: idle machines disappear from a switch's forwarding table for a while.

/** A period in which a port had learned a MAC address. */
export interface LearnedPeriod {
  readonly interfaceId: string;
  /** The port's name in this period. */
  readonly interfaceName: string;
  /** Id of the device to which the port belonged. */
  readonly hostId: string;
  readonly macAddress: string;
  readonly from: Date;
  /** End of the period; null if the period has not ended. */
  readonly until: Date | null;
}

/** A MAC address that a machine used to have. */
export interface FormerMac {
  readonly macAddress: string;
  readonly from: Date;
  readonly until: Date;
}

export type Stay = LearnedPeriod;

/**
 * If the machine no longer has the MAC address (`formerMac`), cuts the period to the time in which the machine had it;
 * undefined if nothing remains.
 */
function clip(period: LearnedPeriod, formerMac: FormerMac | undefined): LearnedPeriod | undefined {
  if (!formerMac) return period;
  const from = period.from > formerMac.from ? period.from : formerMac.from;
  const until = period.until !== null && period.until < formerMac.until ? period.until : formerMac.until;
  return from < until ? { ...period, from, until } : undefined;
}

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? null : one > other ? one : other;

/**
 * Joins consecutive periods of a MAC address at the same port, unless the MAC address was at another port in between.
 */
function joined(periods: readonly LearnedPeriod[]): Stay[] {
  const stays: Stay[] = [];
  for (const period of periods) {
    const last = stays.at(-1);
    if (last?.interfaceId === period.interfaceId)
      stays[stays.length - 1] = { ...period, from: last.from, until: laterOf(last.until, period.until) };
    else stays.push(period);
  }
  return stays;
}

const timeOf = ({ until }: Stay): number => until?.getTime() ?? Infinity;
const byEnd = (one: Stay, other: Stay): number =>
  (timeOf(other) === timeOf(one) ? 0 : timeOf(other) - timeOf(one)) ||
  other.from.getTime() - one.from.getTime() ||
  (one.interfaceId < other.interfaceId ? -1 : one.interfaceId > other.interfaceId ? 1 : 0) ||
  (one.macAddress < other.macAddress ? -1 : 1);

/**
 * Returns the stays of a machine (periods in which a port had learned one of its MAC addresses), latest first, without
 * the present stay. `periods` are ordered by their beginning. `presentPortIds` are the ports at which the machine is
 * seen now.
 */
export function earlierStays(
  periods: readonly LearnedPeriod[],
  formerMacs: readonly FormerMac[],
  presentPortIds: ReadonlySet<string>,
): Stay[] {
  const formerByMac = new Map(formerMacs.map((one) => [one.macAddress, one]));
  const clipped = periods.flatMap((period) => clip(period, formerByMac.get(period.macAddress)) ?? []);
  return [...Map.groupBy(clipped, ({ macAddress }) => macAddress).values()]
    .flatMap((ofMac) => {
      const stays = joined(ofMac);
      const isPresent = ({ interfaceId, until }: Stay, index: number) =>
        presentPortIds.has(interfaceId) && (until === null || index === stays.length - 1);
      return stays.filter((stay, index) => !isPresent(stay, index));
    })
    .sort(byEnd);
}
