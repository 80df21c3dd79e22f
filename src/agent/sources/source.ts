// The interface of a source of discovery: what it needs, whether a target answers, and what it reads from a target.

export interface SourceNeeds {
  /** Types of stored credentials that open a target; empty if the source needs none. */
  readonly credentials: readonly string[];
  /** Rights that the credential, or the user of the agent, needs. No source needs a right to write. */
  readonly rights: string;
  /** Ports or sockets that the agent connects to. */
  readonly ports: string;
}

/** `silent`: the target does not answer. `refused`: it answers, but does not accept the credential. */
export interface Reach {
  readonly outcome: 'opened' | 'silent' | 'refused';
  readonly reason?: string;
}

export interface Source<Target, Facts> {
  /** The name of the source in warnings and docs. */
  readonly name: string;
  readonly needs: SourceNeeds;
  /** Whether the target answers and accepts the credential. Throws only the reason of an aborted signal. */
  reach(target: Target): Promise<Reach>;
  /** Reads the target. Only sends requests that change nothing there. */
  read(target: Target): Promise<Facts>;
}
