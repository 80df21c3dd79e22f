// Reads the verdicts of a network, and reads them again when the network changes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { PageVerdictsDocument, type PageVerdictsQuery } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { throttle } from '../../../kit/timing';
import { usePage, usePageState } from '../use-page';

export type VerdictRow = PageVerdictsQuery['checkVerdicts']['nodes'][number];

/** Minimum interval between requests in milliseconds. Each request uses the user's own rate limit. */
const leastReadMs = 5_000;
/**
 * Milliseconds that the service needs to evaluate the checks after a change of the network. The verdicts are read then.
 */
const judgingMs = 6_000;

export interface Verdicts {
  readonly data: PageVerdictsQuery | undefined;
  readonly problem: string;
  readonly reload: () => void;
}

export function useVerdicts(networkId: string): Verdicts {
  const page = usePage();
  const { version } = usePageState();
  const [data, setData] = useState<PageVerdictsQuery>();
  const [problem, setProblem] = useState('');
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  const reload = () => {
    ask(PageVerdictsDocument, { networkId }).then(
      (answer) => {
        if (!isHere.current) return;
        setData(answer);
        setProblem('');
      },
      (error: unknown) => isHere.current && setProblem(page.wordsFor(error)),
    );
  };
  const read = useMemo(() => throttle(() => isHere.current && !document.hidden && reload(), leastReadMs), []);
  useEffect(() => {
    read();
    const timer = setTimeout(read, judgingMs);
    return () => clearTimeout(timer);
  }, [version]);
  return { data, problem, reload };
}
