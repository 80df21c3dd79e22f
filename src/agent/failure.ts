// An error that ends the agent with one line for the user, and an exit code.

export const exitCodes = { unexpected: 1, usage: 2, refused: 3, unreachable: 4, nothingToScan: 5 } as const;

export class Failure extends Error {
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

/** The first line of an error's message. If the message is empty, the error's code or name. */
export const errorMessage = (error: unknown): string =>
  (error instanceof Error
    ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name)
    : String(error)
  ).split('\n')[0]!;
