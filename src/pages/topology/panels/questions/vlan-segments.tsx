// Lists the segments of a VLAN. A click on a segment highlights it in the picture.
import { segmentSign } from '../../graph/texts';
import type { VlanPath } from '../../state/answers';
import { usePage, usePageState } from '../use-page';
import { StopLink } from './answers';
import { texts } from './texts';

type Segment = VlanPath['segmentDetails'][number];

/** Maximum number of segments that are listed at first. */
const mostListed = 10;

export function Segments({ segments }: { segments: readonly Segment[] }) {
  const more = segments.slice(mostListed);
  return (
    <>
      <p class="quiet">{texts.vlanQuestion.numbersInThePicture}</p>
      <SegmentList segments={segments.slice(0, mostListed)} firstIndex={0} />
      {more.length > 0 && (
        <details>
          <summary>{texts.vlanQuestion.moreSegments(more.length)}</summary>
          <SegmentList segments={more} firstIndex={mostListed} />
        </details>
      )}
    </>
  );
}

function SegmentList({ segments, firstIndex }: { segments: readonly Segment[]; firstIndex: number }) {
  const { store } = usePage();
  const { segmentIndex: chosenIndex, picture } = usePageState();
  return (
    <ul class="answers">
      {segments.map(({ hostIds, portCount, firstHosts }, position) => {
        const index = firstIndex + position;
        const words = texts.vlanQuestion.hostsPorts(hostIds.length, portCount);
        const more = hostIds.length - firstHosts.length;
        return (
          <li key={index}>
            <button
              type="button"
              class="plain"
              aria-pressed={index === chosenIndex}
              aria-label={texts.vlanQuestion.segment(index + 1, words)}
              onClick={() => store.set({ segmentIndex: index === chosenIndex ? null : index })}
            >
              {segmentSign(index)} {words}
            </button>
            <div>
              {firstHosts.map((host, place) => (
                <span key={host.id}>
                  {place > 0 && ', '}
                  <StopLink stop={host} picture={picture} />
                </span>
              ))}
              {more > 0 && <span class="quiet"> {texts.vlanQuestion.moreHosts(more)}</span>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
