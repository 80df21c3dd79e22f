// A reason not to start that is told to the operator in one line, without a stack.

export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Where long steps of starting are told, a line each. */
export type Report = (line: string) => void;
