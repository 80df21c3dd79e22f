// The interface of a data source: what it needs, whether a target responds, and what it reads from a target.

export interface SourceNeeds {
  /** Types of stored credentials that grant access to a target; empty if the data source needs none. */
  readonly credentials: readonly string[];
  /**
   * Rights that the credential, or the operating system user of the agent, needs. No data source needs write access.
   */
  readonly rights: string;
  /** Ports or sockets that the agent connects to. */
  readonly ports: string;
}

/** `silent`: the target does not respond. `refused`: the target responds, but does not accept the credential. */
export interface Reach {
  readonly outcome: 'opened' | 'silent' | 'refused';
  readonly reason?: string;
}

export interface Source<Target, Facts> {
  /** The name of the data source in warnings and docs. */
  readonly name: string;
  readonly needs: SourceNeeds;
  /** Whether the target responds and accepts the credential. Throws only the reason of an aborted signal. */
  reach(target: Target): Promise<Reach>;
  /** Reads the target. Sends only requests that change nothing on the target. */
  read(target: Target): Promise<Facts>;
}
