// An error that prevents the service from starting. It is shown as one line without a stack.

export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Reports a long step of the start in one line. */
export type Report = (line: string) => void;
