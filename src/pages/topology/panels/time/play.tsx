// Plays the history of a network: shows one instant after the other, with the changes since the previous one.
import { useEffect, useRef, useState } from 'preact/hooks';
import { PageEndedRunsDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { isStill } from '../../drawing/preferences';
import { endsOfRuns, instantsToPlay } from '../../page/playing';
import { currentTopology, isBeingDrawn } from '../../state/store';
import { usePage, usePageState } from '../use-page';
import { texts } from '../texts';

/** Milliseconds for which each instant is shown once it is drawn. */
const shownMs = 1_000;

/** When discovery runs ended, in milliseconds since 1970. Most changes of rows happen at these times. */
export function useEndsOfRuns(networkId: string | undefined): readonly number[] {
  const [ends, setEnds] = useState<readonly number[]>([]);
  useEffect(() => {
    setEnds([]);
    if (networkId === undefined) return undefined;
    let isCurrent = true;
    ask(PageEndedRunsDocument, { networkId }).then(
      ({ discoveries }) => isCurrent && setEnds(endsOfRuns(discoveries.nodes.map(({ runType }) => runType.results))),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [networkId]);
  return ends;
}

/**
 * Plays from the shown instant to the present. If the present is shown, plays the whole history. Afterwards, the
 * comparison that the user had chosen before is shown again.
 */
export function Play({ begin, changes }: { begin: number; changes: readonly number[] }) {
  const page = usePage();
  const state = usePageState();
  const [instants, setInstants] = useState<readonly number[]>();
  const shownInstant = useRef<number>(begin);
  const sinceBefore = useRef<string | null>(null);
  const isReady = !state.isLoading && !isBeingDrawn(state);
  const networkId = currentTopology(state)?.networkId;
  const { at, isPlayed, view } = state.place;
  const finish = (change: { readonly at?: null } = {}): void => {
    setInstants(undefined);
    page.travel({ ...change, since: sinceBefore.current });
  };
  useEffect(() => {
    setInstants(undefined);
    if (isPlayed) page.travel({ since: null });
  }, [networkId, view]);
  // The user has chosen another instant, so the playback ends there.
  const isElsewhere = instants !== undefined && (at === null || Date.parse(at) !== shownInstant.current);
  useEffect(() => {
    if (isElsewhere) setInstants(undefined);
  }, [isElsewhere]);

  const showNext = ([next, ...others]: readonly number[]): void => {
    if (next === undefined) return finish({ at: null });
    const before = new Date(shownInstant.current).toISOString();
    // Added and removed nodes look like movement. So if the user prefers reduced motion, the instants are not compared.
    page.travel({ at: new Date(next).toISOString(), since: isStill() ? null : before, isPlayed: true });
    shownInstant.current = next;
    setInstants(others);
  };
  useEffect(() => {
    if (!instants || !isReady || state.problem) return undefined;
    const timer = setTimeout(() => showNext(instants), shownMs);
    return () => clearTimeout(timer);
  }, [instants, isReady, state.problem]);

  const start = (): void => {
    const { at: from } = page.scene();
    const now = state.loadedAt || Date.now();
    sinceBefore.current = state.place.since;
    shownInstant.current = from === null ? begin : Date.parse(from);
    showNext(instantsToPlay(shownInstant.current, now, changes));
  };
  const name = instants ? texts.play.pause : texts.play.play;
  return (
    <button
      type="button"
      class="plain icon play"
      aria-label={name}
      title={instants ? texts.play.pause : texts.play.playHowTheNetwork}
      onClick={instants ? () => finish() : start}
    >
      {instants ? '❚❚' : '▶'}
    </button>
  );
}
