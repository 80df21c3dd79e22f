// An input for the instant with which a list is compared, and the numbers of rows that were added, changed and removed
// since that instant.
import { instantWords } from '../../kit/instants/instant-words';
import { useInventory } from '../address/context';
import type { Kind } from '../address/kinds-by-list';
import { rowPlace, writePlace } from '../address/place';
import { markClass, ChangeSign } from '../rows/marks';
import { mostMarked, type AskedDifference, type Difference } from '../live/use-difference';
import { countWords } from '../texts';
import { InstantField } from './instant';
import { texts } from '../page-texts';

export function SinceChoice() {
  const { place, go } = useInventory();
  return (
    <InstantField
      label={texts.since.changedSince}
      value={place.since}
      latest={place.at}
      choose={(since) => go({ ...place, since }, place.since !== null && since !== null)}
    />
  );
}

export function SinceSummary({ kind, asked }: { kind: Kind; asked: AskedDifference }) {
  const { place, go } = useInventory();
  const { difference, problem } = asked;
  if (place.since === null) return null;
  return (
    <div class="since">
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <p role="status">
        {difference && <Counts kind={kind} since={place.since} difference={difference} />}{' '}
        <button type="button" class="link" onClick={() => go({ ...place, since: null })}>
          {texts.since.showAll(kind.plural)}
        </button>
      </p>
      {difference && difference.removed.length > 0 && <Removed kind={kind} difference={difference} />}
    </div>
  );
}

function Counts({ kind, since, difference }: { kind: Kind; since: string; difference: Difference }) {
  const { counts, isCut } = difference;
  const [added, changed, removed] = [counts.added, counts.changed, counts.removed].map(countWords);
  return (
    <>
      {texts.since.since(instantWords(since))} {added} {texts.since.added} {changed} {texts.since.changed} {removed}{' '}
      {texts.since.removedInTheNetwork(kind.plural)}
      {isCut && texts.since.tooManyDifferOnly(countWords(mostMarked))}
    </>
  );
}

/** Lists the rows that were removed since the selected instant. Each entry links to the row's page at that instant. */
function Removed({ kind, difference }: { kind: Kind; difference: Difference }) {
  const { place, follow } = useInventory();
  const { removed } = difference;
  return (
    <details>
      <summary>{texts.since.removed(kind.plural)}</summary>
      <ul class="related">
        {removed.map(({ id, name }) => (
          <li key={id} class={markClass('Removed')}>
            <ChangeSign type="Removed" />
            <a href={writePlace(rowPlace(place.networkId!, kind, id, place.since))} onClick={follow}>
              <bdi>{name || id}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
