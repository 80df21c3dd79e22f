// Reads the progress of an agent, from its one-time code to the end of its first run, by repeated requests while the
// page is visible. After the run, no further requests are sent.
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
  /** Whether an agent has exchanged the one-time code for a key. */
  readonly isUsed: boolean;
  /** Whether the one-time code was revoked, or deleted after its expiry. */
  readonly isGone: boolean;
  /** Daemons that registered since the code was created, the newest first. */
  readonly daemons: readonly NewDaemon[];
  readonly problem: string | null;
  /** Whether polling has stopped because the page was open for too long. `resume` continues it. */
  readonly isPaused: boolean;
  /** When the last response arrived, in milliseconds since 1970. */
  readonly now: number;
}

const everyMs = 3_000;
/** Milliseconds after which a page that was left open stops sending requests. */
const mostMs = 60 * 60_000;

type Followed = Pick<Progress, 'isUsed' | 'isGone' | 'daemons'>;

/**
 * Whether no further progress is possible: no agent can use the code, or all agents that used it have ended their first
 * run.
 */
export function isOver({ isUsed, isGone, daemons }: Followed, expiresAt: string, now: number): boolean {
  if (daemons.length > 0)
    return daemons.every(
      ({ discoverySessions, endedRuns }) => discoverySessions.nodes.length === 0 && endedRuns.nodes.length > 0,
    );
  return isGone || (!isUsed && now >= Date.parse(expiresAt));
}

/** Resolves when the browser tab becomes visible, or when the signal aborts. */
function untilShown(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}

export function useProgress(networkId: string, { id: codeId, createdAt: since, expiresAt }: MadeCode) {
  const [progress, setProgress] = useState<Progress>({
    ...{ isUsed: false, isGone: false, daemons: [], problem: null, isPaused: false, now: Date.now() },
  });
  const [resumed, setResumed] = useState(0);
  const read = async (): Promise<boolean> => {
    const now = Date.now();
    try {
      const { enrolmentCode, daemons } = await ask(DiscoveryPageFillProgressDocument, { networkId, codeId, since });
      const followed = { isUsed: enrolmentCode.usedAt !== null, isGone: false, daemons: daemons.nodes };
      setProgress((before) => ({ ...before, ...followed, problem: null, now }));
      return isOver(followed, expiresAt, now);
    } catch (error) {
      const isGone = error instanceof Refusal && error.isGone;
      setProgress((before) => ({ ...before, isGone, problem: isGone ? null : errorText(error), now }));
      return isGone;
    }
  };
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const follow = async () => {
      const until = Date.now() + mostMs;
      setProgress((before) => ({ ...before, isPaused: false }));
      while (!signal.aborted) {
        await untilShown(signal);
        if (signal.aborted || (await read())) return;
        if (Date.now() >= until) return setProgress((before) => ({ ...before, isPaused: true }));
        await pause(everyMs, signal);
      }
    };
    void follow();
    return () => stopped.abort();
  }, [codeId, resumed]);
  return { ...progress, reread: read, resume: () => setResumed((count) => count + 1) };
}
