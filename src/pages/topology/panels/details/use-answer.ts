// Reads from the database what a panel shows, and again whenever something that the request depends on has changed.
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../use-page';

export interface Read<T> {
  /** The last answer; undefined before the first one. */
  readonly answer: T | undefined;
  /** Why the last request failed; empty if it succeeded. */
  readonly problem: string;
  /** Removes the answer, so that nothing is shown until the next one. */
  readonly forget: () => void;
}

/**
 * Sends a request, and again whenever one of `dependencies` changes. An answer that arrives after such a change is
 * ignored. `send` returns undefined if there is nothing to request.
 */
export function useAnswer<T>(send: () => Promise<T> | undefined, dependencies: readonly unknown[]): Read<T> {
  const page = usePage();
  const [answer, setAnswer] = useState<T>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    send()?.then(
      (newAnswer) => {
        if (!isCurrent) return;
        setAnswer(() => newAnswer);
        setProblem('');
      },
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, dependencies);
  return { answer, problem, forget: () => setAnswer(undefined) };
}
