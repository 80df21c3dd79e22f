// Questions and answers between a process and one that it has forked, over the channel that Node gives the two.

/** What one side answers, by the name of the question. Inputs and answers are copied as JSON. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>;

export interface Channel {
  /** The answer of the other side; what it throws, or its end, is an error. */
  ask<T>(question: string, input?: unknown): Promise<T>;
}

/** The other process: `process` itself where it was forked, or what `fork` gave. */
interface Peer {
  send?(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

type Message =
  | { readonly ask: number; readonly question: string; readonly input?: unknown }
  | { readonly answer: number; readonly output?: unknown; readonly error?: string };

interface Pending {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

export function openChannel(peer: Peer, answers: Answers): Channel {
  const pending = new Map<number, Pending>();
  let asked = 0;
  let isGone = false;
  const gone = () => new Error('the other process is gone');
  const settle = (id: number): Pending | undefined => {
    const one = pending.get(id);
    pending.delete(id);
    return one;
  };
  // Whoever is not there any more needs no answer.
  const send = (message: Message, failed: (error: Error) => void = () => undefined) =>
    void peer.send?.(message, (error) => error && failed(error));
  const answer = async (id: number, question: string, input: unknown): Promise<void> => {
    try {
      const give = answers[question];
      if (!give) throw new Error(`nobody answers "${question}"`);
      send({ answer: id, output: await give(input as never) });
    } catch (error) {
      send({ answer: id, error: (error as Error).message });
    }
  };
  peer.on('message', (message) => {
    const known = message as Message;
    if ('ask' in known) void answer(known.ask, known.question, known.input);
    else if (known.error !== undefined) settle(known.answer)?.reject(new Error(known.error));
    else settle(known.answer)?.resolve(known.output as never);
  });
  peer.once('disconnect', () => {
    isGone = true;
    for (const { reject } of pending.values()) reject(gone());
    pending.clear();
  });
  return {
    ask: (question, input) =>
      new Promise((resolve, reject) => {
        if (isGone) throw gone();
        const id = asked++;
        pending.set(id, { resolve, reject });
        send({ ask: id, question, input }, (error) => settle(id)?.reject(error));
      }),
  };
}
