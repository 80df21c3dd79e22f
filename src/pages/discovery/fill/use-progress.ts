// Follows an agent from its one-time code to the end of its first run, by repeated requests while the page is visible.
import { useEffect, useState } from 'preact/hooks';
import {
  DiscoveryPageFillProgressDocument,
  type DiscoveryPageFillProgressQuery,
} from '../../../generated/discovery-page-operations';
import { Refusal } from '../../kit/ask';
import { ask, errorText } from '../../kit/asking';
import { pause } from '../../kit/timing';

export interface MadeCode {
  readonly id: string;
  readonly code: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export type NewDaemon = DiscoveryPageFillProgressQuery['daemons']['nodes'][number];

export interface Progress {
  /** Whether an agent has exchanged the code. */
  readonly isUsed: boolean;
  /** Whether the code was revoked, or deleted after its expiry. */
  readonly isGone: boolean;
  /** Daemons that registered since the code was created, the newest first. */
  readonly daemons: readonly NewDaemon[];
  readonly problem: string | null;
  /** When the last response arrived, in milliseconds since 1970. */
  readonly now: number;
}

const everyMs = 3_000;

export function useProgress(networkId: string, { id: codeId, createdAt: since }: MadeCode) {
  const [progress, setProgress] = useState<Progress>({
    ...{ isUsed: false, isGone: false, daemons: [], problem: null, now: Date.now() },
  });
  const read = async (): Promise<void> => {
    const now = Date.now();
    try {
      const { enrolmentCode, daemons } = await ask(DiscoveryPageFillProgressDocument, { networkId, codeId, since });
      const isUsed = enrolmentCode.usedAt !== null;
      setProgress({ isUsed, isGone: false, daemons: daemons.nodes, problem: null, now });
    } catch (error) {
      const isGone = error instanceof Refusal && error.isGone;
      setProgress((before) => ({ ...before, isGone, problem: isGone ? null : errorText(error), now }));
    }
  };
  useEffect(() => {
    const stopped = new AbortController();
    const follow = async () => {
      while (!stopped.signal.aborted) {
        if (document.visibilityState === 'visible') await read();
        await pause(everyMs, stopped.signal);
      }
    };
    void follow();
    return () => stopped.abort();
  }, [codeId]);
  return { ...progress, reread: read };
}
