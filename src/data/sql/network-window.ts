// A time for conditions such as "last seen before": how long a row counts as seen differs by network.

/**
 * A point in time that differs by network, for conditions such as `{ lastSeenAt: { lt: window } }`: `now` minus the
 * number of hours that the network of the row has set, or minus `defaultHours` if the network has set none.
 */
export class NetworkWindow {
  constructor(
    readonly now: Date,
    readonly defaultHours: number,
  ) {}
}
