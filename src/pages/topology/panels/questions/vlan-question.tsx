// The question where a VLAN goes, and the list of all VLANs with their gaps: cables that carry a VLAN at one end only, or
// tagged at one end and untagged at the other.
import { mostVlans, type VlanSummary } from '../../state/answers';
import { Section } from '../section';
import { usePage, usePageState } from '../use-page';
import { answerIds } from './answer-ids';
import { Answered, isAnswered } from './answered';
import { Gaps, UnknownEnds } from './answers';
import { texts } from './texts';
import { Segments } from './vlan-segments';

export function VlanQuestion() {
  const page = usePage();
  const { place, vlans, answers, picture } = usePageState();
  const answer = answers.vlan?.answer;
  const isSplit = answer !== undefined && answer.segmentDetails.length > 1;
  const asked = `${place.vlanId} ${place.vlanSummaries}`;
  return (
    <Section
      id={answerIds.vlan}
      title={texts.vlanQuestion.whereAVlanGoes}
      isOfUse={place.vlanId !== null || place.vlanSummaries}
      answered={isAnswered(answers.vlan) || isAnswered(answers.vlanSummaries) ? asked : null}
    >
      <label onPointerEnter={page.readChoices} onFocusIn={page.readChoices}>
        {texts.vlanQuestion.vlan}
        <select
          value={place.vlanId ?? ''}
          onChange={({ currentTarget }) => page.go({ vlanId: currentTarget.value || null }, true)}
        >
          <option value="">{texts.vlanQuestion.none}</option>
          {vlans.map(({ id, vlanNumber, name }) => (
            <option key={id} value={id}>
              {vlanNumber} {name}
            </option>
          ))}
        </select>
      </label>
      <Answered result={answers.vlan}>
        {answer && (
          <>
            <p>
              {texts.vlanQuestion.portsCables(answer.ports.length, answer.links.length)}
              {isSplit && texts.vlanQuestion.splitIntoSegments(answer.segmentDetails.length)}
            </p>
            {isSplit && <Segments segments={answer.segmentDetails} />}
            <Gaps gaps={answer.gaps} ports={answer.ports} isSplit={isSplit} picture={picture} />
            <UnknownEnds ends={answer.unknownEnds} picture={picture} />
          </>
        )}
      </Answered>
      <button
        type="button"
        class="plain"
        aria-pressed={place.vlanSummaries}
        onClick={() => page.go({ vlanSummaries: !place.vlanSummaries }, true)}
      >
        {texts.vlanQuestion.listAllVlans}
      </button>
      <Answered result={answers.vlanSummaries}>
        <VlanList summaries={answers.vlanSummaries?.answer ?? []} />
      </Answered>
    </Section>
  );
}

const isTorn = ({ gapCount, segmentCount }: VlanSummary): boolean => gapCount > 0 || segmentCount > 1;

/** The VLANs of the network, first those with gaps. A click on a VLAN shows where it goes. */
function VlanList({ summaries }: { summaries: readonly VlanSummary[] }) {
  const page = usePage();
  const { place } = usePageState();
  const tornCount = summaries.filter(isTorn).length;
  if (summaries.length === 0) return <p>{texts.vlanQuestion.noVlans}</p>;
  return (
    <>
      <p>
        <strong>
          {tornCount === 0
            ? texts.vlanQuestion.noneIsTorn(summaries.length)
            : texts.vlanQuestion.torn(tornCount, summaries.length)}
        </strong>
      </p>
      {summaries.length >= mostVlans && <p class="quiet">{texts.vlanQuestion.mostAreListed(summaries.length)}</p>}
      <ul class="answers">
        {summaries.map(({ vlanId, vlan, portCount, gapCount, segmentCount, unknownEndCount }) => (
          <li key={vlanId}>
            <button
              type="button"
              class="link"
              aria-pressed={vlanId === place.vlanId}
              onClick={() => page.go({ vlanId }, true)}
            >
              {vlan?.vlanNumber} {vlan?.name}
            </button>{' '}
            {gapCount > 0 && <strong class="problem">{texts.vlanQuestion.gaps(gapCount)} </strong>}
            {segmentCount > 1 && <strong>{texts.vlanQuestion.segments(segmentCount)} </strong>}
            <span class="quiet">
              {[texts.vlanQuestion.ports(portCount), unknownEndCount > 0 && texts.answers.unknownEnds(unknownEndCount)]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
