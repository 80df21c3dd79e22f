// The list of differences between the compared instants, or between the network as it is and after supposed changes: their
// number, the changed items, old and new values.
import { useMemo, useState } from 'preact/hooks';
import type { ChangeType } from '../../../generated/page-operations';
import { changeSigns, linkIndex, describeChange } from '../graph/difference';
import { instantWords } from '../../kit/instants/instant-words';
import { inOrder, journeyKey } from '../state/place';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

const types: readonly ChangeType[] = ['Added', 'Removed', 'Changed'];
/** Maximum number of listed differences. Users cannot read more. */
const longestList = 300;

export function Differences() {
  const page = usePage();
  const { difference, picture, place, supposition, journey } = usePageState();
  const [hiddenTypes, setHiddenTypes] = useState<ReadonlySet<ChangeType>>(new Set());
  const lines = useMemo(() => {
    if (!difference || !picture) return [];
    const links = linkIndex(picture);
    const visibleChanges = difference.changes.filter(({ changeType }) => !hiddenTypes.has(changeType));
    return visibleChanges.slice(0, longestList).map((change) => describeChange(change, picture, links));
  }, [difference, picture, hiddenTypes]);
  if (!difference || (place.since === null && !supposition)) return null;
  // While the graph of another instant is read, the list would contradict the time bar.
  if (place.since !== null && journey !== journeyKey(place)) {
    const [earlier, later] = inOrder(place.since, place.at);
    return (
      <details open class="differences" aria-busy="true">
        <summary>{texts.differences.differences}</summary>
        <p class="quiet">
          {texts.differences.areRead(
            instantWords(earlier),
            later === null ? texts.differences.now : instantWords(later),
          )}
        </p>
      </details>
    );
  }
  const { counts, changes, isComplete, from, to } = difference;
  const chosenCount = changes.filter(({ changeType }) => !hiddenTypes.has(changeType)).length;
  const toggle = (type: ChangeType) =>
    setHiddenTypes(new Set(types.filter((one) => (one === type ? !hiddenTypes.has(one) : hiddenTypes.has(one)))));
  return (
    <details open={!supposition} class="differences">
      <summary>{texts.differences.differences}</summary>
      <p class="quiet">
        {supposition ? (
          texts.differences.supposed
        ) : (
          <>
            {instantWords(from)} → {place.at === null ? texts.differences.now : instantWords(to)}
          </>
        )}
      </p>
      {changes.length === 0 && <p>{texts.differences.noDifferences}</p>}
      {types.map((type) => (
        <label class={`check change is-${type.toLowerCase()}`} key={type}>
          <input type="checkbox" checked={!hiddenTypes.has(type)} onChange={() => toggle(type)} />
          <span>
            <b aria-hidden="true">{changeSigns[type]}</b> {type}
          </span>
          <span class="quiet count">{counts[type]}</span>
        </label>
      ))}
      {!isComplete && <p class="problem">{texts.differences.tooMuchDiffersOnly(changes.length)}</p>}
      <ul class="changes" aria-label={texts.differences.changes}>
        {lines.map(({ id, changeType, kind, name, fields, nodeId }) => (
          <li key={id} class={`change is-${changeType.toLowerCase()}`} data-id={id}>
            <button
              type="button"
              class="plain"
              disabled={nodeId === undefined}
              onClick={() => {
                if (nodeId === undefined) return;
                page.show(nodeId);
              }}
            >
              <b aria-hidden="true">{changeSigns[changeType]}</b> <span class="unseen">{changeType}</span> {name}{' '}
              <span class="quiet">{kind}</span>
            </button>
            {fields.map((field) => (
              <p class="quiet" key={field}>
                {field}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {chosenCount > lines.length && <p class="quiet">{texts.differences.ofAreListedAll(lines.length, chosenCount)}</p>}
    </details>
  );
}
