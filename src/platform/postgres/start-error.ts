// An error that keeps the service from starting, shown as one line without a stack.

export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Reports long steps of a start, one line each. */
export type Report = (line: string) => void;
