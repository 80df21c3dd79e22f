// The time bar: a slider and a field for the shown instant, and a choice of the instant to compare with.
import { useEffect, useRef, useState } from 'preact/hooks';
import { InstantInput } from '../../../kit/instants/instant-input';
import { instantWords } from '../../../kit/instants/instant-words';
import {
  toIndex,
  toInstant,
  beginOf,
  buildScale,
  buildTicks,
  snapshotLabel,
  withinReach,
  type Scale,
  type Tick,
} from '../../state/times';
import { currentTopology, type State, type TopologyRow } from '../../state/store';
import { useChangeTimes, useVerdictChanges } from './change-times';
import { Play, useEndsOfRuns } from './play';
import { SnapshotButtons } from '../sharing/snapshot-buttons';
import { usePage, usePageState } from '../use-page';
import { texts } from '../texts';

const day = 24 * 3_600_000;
/** Milliseconds without movement of the slider before the graph is requested: a held arrow key passes many instants. */
const restMs = 250;

type Snapshot = NonNullable<TopologyRow['snapshot']>;

/** The network's snapshots, earliest first. */
function snapshotsOf(state: State): Snapshot[] {
  const row = currentTopology(state);
  const rows = state.start?.topologies.nodes ?? [];
  return rows
    .flatMap(({ networkId, snapshot }) => (networkId === row?.networkId && snapshot ? [snapshot] : []))
    .sort((a, b) => Date.parse(a.takenAt) - Date.parse(b.takenAt));
}

export function TimeBar() {
  const page = usePage();
  const state = usePageState();
  const row = currentTopology(state);
  const [dragged, setDragged] = useState<number>();
  const [isNear, setIsNear] = useState(false);
  // On a phone, the bar is one row until the user asks for the rest.
  const [isWhole, setWhole] = useState(false);
  const ends = useEndsOfRuns(row?.networkId);
  const begin = row ? beginOf(row) : 0;
  const changes = useChangeTimes(row?.networkId, begin, isNear);
  const verdicts = useVerdictChanges(row?.networkId, isNear);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  if (!row) return null;
  const { at } = page.scene();
  const now = state.loadedAt || Date.now();
  const scale = buildScale(begin, now);
  const snapshots = snapshotsOf(state);
  const index = dragged ?? toIndex(scale, at);
  // A step of the slider covers some time. If a snapshot was taken within it, the step selects the snapshot.
  const instantOf = (step: number) =>
    snapshots.findLast(({ takenAt }) => toIndex(scale, takenAt) === step)?.takenAt ?? toInstant(scale, step);
  const instant = dragged === undefined ? at : instantOf(dragged);
  const words = instant === null ? texts.timeBar.now : instantWords(instant);
  const shownSnapshot = snapshots.find(({ takenAt }) => takenAt === instant);
  const choose = (newInstant: string | null) => {
    clearTimeout(resting.current);
    setDragged(undefined);
    page.travel({ at: newInstant });
  };
  const approach = () => {
    setIsNear(true);
    page.readChoices();
  };
  return (
    <section
      class={`time-bar${isWhole ? ' is-whole' : ''}`}
      aria-label={texts.timeBar.time}
      onPointerEnter={approach}
      onFocusIn={approach}
    >
      <Play begin={begin} changes={ends} />
      <label class="slider">
        <span class="unseen">{texts.timeBar.instantOnASlider}</span>
        <input
          type="range"
          id="time-slider"
          min={0}
          max={scale.last}
          step={1}
          value={index}
          list="snapshots"
          aria-valuetext={shownSnapshot ? texts.timeBar.snapshot(snapshotLabel(shownSnapshot)) : words}
          onInput={({ currentTarget }) => {
            clearTimeout(resting.current);
            setDragged(Number(currentTarget.value));
          }}
          onChange={({ currentTarget: { value } }) => {
            resting.current = setTimeout(() => choose(instantOf(Number(value))), restMs);
          }}
        />
        <Marked scale={scale} snapshots={snapshots} ticks={buildTicks(scale, { ends, changes, verdicts }, now)} />
      </label>
      <output for="time-slider">{words}</output>
      <MoreButton isWhole={isWhole} toggle={() => setWhole(!isWhole)} />
      <button type="button" class="plain back-to-now" disabled={at === null} onClick={() => choose(null)}>
        {texts.timeBar.backToNow}
      </button>
      <div id="time-more">
        <InstantField label={texts.timeBar.exactInstant} at={at} begin={begin} choose={choose} />
        <SnapshotButtons />
        <Compared snapshots={snapshots} begin={begin} end={at === null ? now : Date.parse(at)} />
      </div>
    </section>
  );
}

interface MarkedProps {
  readonly scale: Scale;
  readonly snapshots: readonly Snapshot[];
  readonly ticks: readonly Tick[];
}

/** The marks on the slider: snapshots, and steps in which something changed. */
const Marked = ({ scale, snapshots, ticks }: MarkedProps) => (
  <datalist id="snapshots">
    {snapshots.map((one) => (
      <option key={one.takenAt} value={toIndex(scale, one.takenAt)} label={snapshotLabel(one)} />
    ))}
    {ticks.map(({ index, label }) => (
      <option key={index} value={index} label={label} />
    ))}
  </datalist>
);

/** Shows the rest of the bar on a phone; invisible in wider windows. */
const MoreButton = ({ isWhole, toggle }: { isWhole: boolean; toggle: () => void }) => (
  <button
    type="button"
    class="plain icon more-of-time"
    aria-expanded={isWhole}
    aria-controls="time-more"
    aria-label={texts.timeBar.more}
    title={texts.timeBar.more}
    onClick={toggle}
  >
    ⋯
  </button>
);

interface ComparedProps {
  readonly snapshots: readonly Snapshot[];
  readonly begin: number;
  readonly end: number;
}

function Compared({ snapshots, begin, end }: ComparedProps) {
  const page = usePage();
  const { place } = usePageState();
  // The playback compares each instant with the previous one. That is no choice of the user.
  const since = place.isPlayed ? null : place.since;
  const before = (ms: number) => new Date(Math.max(begin, end - ms)).toISOString();
  const offers = {
    day: before(day),
    week: before(7 * day),
    month: before(30 * day),
    begin: new Date(begin).toISOString(),
  };
  const isOwn = since !== null && !snapshots.some(({ takenAt }) => takenAt === since);
  const choose = (value: string) =>
    page.travel({ since: value === '' ? null : (offers[value as keyof typeof offers] ?? value) });
  return (
    <div class="compared">
      <label class="inline">
        {texts.timeBar.compareWith}{' '}
        <select value={isOwn ? 'own' : (since ?? '')} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{texts.timeBar.nothing}</option>
          {isOwn && <option value="own">{texts.timeBar.anotherInstant}</option>}
          {snapshots.map((one) => (
            <option key={one.takenAt} value={one.takenAt}>
              {texts.timeBar.snapshot2(snapshotLabel(one))}
            </option>
          ))}
          <option value="day">{texts.timeBar.dayBefore}</option>
          <option value="week">{texts.timeBar.weekBefore}</option>
          <option value="month">{texts.timeBar.n30DaysBefore}</option>
          <option value="begin">{texts.timeBar.theBeginning}</option>
        </select>
      </label>
      {since !== null && (
        <>
          <InstantField
            label={texts.timeBar.comparedInstant}
            at={since}
            begin={begin}
            choose={(newInstant) => page.travel({ since: newInstant ?? new Date().toISOString() })}
          />
          <button
            type="button"
            class="plain icon"
            aria-label={texts.timeBar.stopComparing}
            onClick={() => page.travel({ since: null })}
          >
            ✕
          </button>
        </>
      )}
    </div>
  );
}

interface InstantFieldProps {
  readonly label: string;
  readonly at: string | null;
  readonly begin: number;
  /** Called with the chosen instant; null means now. */
  readonly choose: (at: string | null) => void;
}

function InstantField({ label, at, begin, choose }: InstantFieldProps) {
  const take = (text: string): string | null => {
    if (text === '') return at;
    const now = Date.now();
    const time = withinReach(Date.parse(text), begin, now);
    const instant = time === now ? null : new Date(time).toISOString();
    choose(instant);
    return instant;
  };
  return <InstantInput value={at} precision="second" earliest={begin} latest={Date.now()} name={label} take={take} />;
}
