// Pure functions that compute rates of a port from two readings of its counters. There is no rate if the counters may
// have restarted or wrapped.

/**
 * A stored reading of a port's counters. Counters are decimal texts. Times are ticks of 10 ms since the device started.
 */
export interface CounterReading {
  readonly inOctets?: string;
  readonly outOctets?: string;
  readonly inErrors?: string;
  readonly outErrors?: string;
  readonly inDiscards?: string;
  readonly outDiscards?: string;
  /** Power that the connected device draws from the port (PoE), in mW. */
  readonly poeMilliwatts?: number;
  /** Width of the octet counters in bits: 32 or 64. */
  readonly octetBits?: number;
  /** sysUpTime (RFC 3418) in ticks at the time at which the counters were read. */
  readonly upTimeTicks?: string;
  /** The value of ifCounterDiscontinuityTime (IF-MIB), in ticks. */
  readonly discontinuityTicks?: string;
}
export const counterNames = ['inOctets', 'outOctets', 'inErrors', 'outErrors', 'inDiscards', 'outDiscards'] as const;
export type CounterName = (typeof counterNames)[number];

interface Timed {
  readonly readAt: Date;
  readonly reading: CounterReading;
}
/** Rates per second, by counter. A rate is null if it cannot be computed. */
export type Rates = Readonly<Record<CounterName, number | null>>;

/**
 * Tolerated difference, in seconds, between the two measures of the time between readings: the device's uptime and the
 * server's clock. Long scans and delayed reports cause such differences.
 */
const toleranceSeconds = 600;

/**
 * Returns the seconds between two readings of the counters. Undefined if the device may have restarted between the
 * readings, or had been running for less than `toleranceSeconds` at the first reading.
 */
export function elapsedSeconds(previous: Timed, latest: Timed): number | undefined {
  const [before, after] = [previous, latest].map(({ reading }) => secondsOf(reading.upTimeTicks));
  if (before === undefined || after === undefined || after <= before || before < toleranceSeconds) return undefined;
  const between = (latest.readAt.getTime() - previous.readAt.getTime()) / 1000;
  return Math.abs(after - before - between) > toleranceSeconds ? undefined : after - before;
}

const secondsOf = (ticks: string | undefined): number | undefined =>
  ticks === undefined ? undefined : Number(ticks) / 100;

/**
 * Returns the rates between two readings; null if no rate can be computed. The speed of the port (`speedBps`, in bit/s)
 * tells how soon a 32-bit octet counter can wrap.
 */
export function computeRates(previous: Timed | undefined, latest: Timed, speedBps: bigint | null): Rates | null {
  if (!previous) return null;
  const seconds = elapsedSeconds(previous, latest);
  if (seconds === undefined) return null;
  if ((previous.reading.discontinuityTicks ?? '0') !== (latest.reading.discontinuityTicks ?? '0')) return null;
  if (previous.reading.octetBits !== latest.reading.octetBits) return null;
  const isLongEnough = latest.reading.octetBits === 64 || mayNotComeRound(seconds, speedBps);
  const rates = counterNames.map((name) => {
    const isOctets = name === 'inOctets' || name === 'outOctets';
    return [name, isOctets && !isLongEnough ? null : rateOf(previous.reading[name], latest.reading[name], seconds)];
  });
  return Object.fromEntries(rates) as Rates;
}

/** Returns the rate of one counter. Null if the value has decreased, because the counter wrapped or was reset. */
function rateOf(before: string | undefined, after: string | undefined, seconds: number): number | null {
  if (before === undefined || after === undefined) return null;
  const difference = BigInt(after) - BigInt(before);
  return difference < 0n ? null : Number(difference) / seconds;
}

/** Whether a 32-bit octet counter cannot wrap (start again at zero) within `seconds`. */
const mayNotComeRound = (seconds: number, speedBps: bigint | null): boolean =>
  speedBps !== null && speedBps > 0n && (Number(speedBps) / 8) * seconds < 2 ** 32;
