// A time for conditions such as "last seen before": how long a row counts as seen differs by network.

/**
 * An operand such as `{ lastSeenAt: { lt: window } }`: `now` minus the number of hours that the row's network sets, or
 * minus `defaultHours`.
 */
export class NetworkWindow {
  constructor(
    readonly now: Date,
    readonly defaultHours: number,
  ) {}
}
