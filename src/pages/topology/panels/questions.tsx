// Questions about the picture: the path between two nodes, what fails together with a node, single points of failure,
// and the path of a VLAN.
import type { ComponentChildren } from 'preact';
import { failingIdOf, nameOfChosen } from '../graph/texts';
import type { Asked, Question } from '../state/answers';
import { Gaps, Hops, Stops } from './answers';
import { Section } from './section';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

export function Questions() {
  return (
    <>
      <PathQuestion />
      <ImpactQuestion />
      <VlanQuestion />
    </>
  );
}

function Answered<Kind extends Question>({
  result,
  children,
}: {
  result: Asked<Kind> | undefined;
  children: ComponentChildren;
}) {
  if (!result) return null;
  if (result.problem) return <p class="problem">{result.problem}</p>;
  return (
    <div aria-live="polite">
      {result.answer === undefined ? <p class="quiet">{texts.questions.asking}</p> : children}
    </div>
  );
}

/** Explains how to select a node, if a question needs a node and none is selected. */
function Hint({ isWanted }: { isWanted: boolean }) {
  const { place } = usePageState();
  if (!isWanted || place.selected !== null) return null;
  return <p class="quiet">{texts.questions.selectANodeFirst}</p>;
}

/** A node that a question names, with a button to remove it. Without a node, a button that uses the selected node. */
function ChosenNode({ label, id, choose }: { label: string; id: string | null; choose: (id: string | null) => void }) {
  const { picture, place } = usePageState();
  return (
    <div class="chosen-node">
      <span class="quiet">{label}</span>
      {id === null ? (
        <button type="button" class="plain" disabled={!place.selected} onClick={() => choose(place.selected)}>
          {texts.questions.takeTheSelected}
        </button>
      ) : (
        <>
          <strong>{(picture && nameOfChosen(picture, id)) ?? texts.questions.notInThisView}</strong>
          <button
            type="button"
            class="plain icon"
            aria-label={texts.questions.drop(label.toLowerCase())}
            onClick={() => choose(null)}
          >
            ✕
          </button>
        </>
      )}
    </div>
  );
}

function PathQuestion() {
  const page = usePage();
  const { place, answers, pathIndex, awaitsEnd } = usePageState();
  const paths = answers.paths?.answer ?? [];
  const path = paths[pathIndex];
  return (
    <Section title={texts.questions.pathBetweenTwoNodes} isOfUse={place.from !== null || place.to !== null}>
      <Hint isWanted={place.from === null || place.to === null} />
      {awaitsEnd && <p class="quiet">{texts.questions.selectWhereItLeads}</p>}
      <ChosenNode label={texts.questions.from} id={place.from} choose={(from) => page.go({ from }, true)} />
      <ChosenNode label={texts.questions.to} id={place.to} choose={(to) => page.go({ to }, true)} />
      <Answered result={answers.paths}>
        {path ? (
          <>
            <p>
              {path.length} {path.length === 1 ? texts.questions.step : texts.questions.steps}
              {paths.length > 1 && texts.questions.pathsOfThisLength(paths.length)}
            </p>
            {paths.length > 1 && (
              <div class="buttons" role="group" aria-label={texts.questions.paths}>
                {paths.map((_path, index) => (
                  <button
                    type="button"
                    class="plain"
                    aria-pressed={index === pathIndex}
                    key={index}
                    onClick={() => page.choosePath(index)}
                  >
                    {index + 1}
                  </button>
                ))}
              </div>
            )}
            <Hops path={path} />
          </>
        ) : (
          <p>{texts.questions.thereIsNoPath}</p>
        )}
      </Answered>
    </Section>
  );
}

function ImpactQuestion() {
  const page = usePage();
  const { place, answers, picture } = usePageState();
  const { root, failing, singlePoints, selected } = place;
  const impact = answers.impact?.answer;
  const points = answers.singlePoints?.answer ?? [];
  const node = selected === null ? undefined : picture?.nodes.get(selected);
  const added = node && failingIdOf(node);
  const canAdd = added !== undefined && !failing.includes(added);
  return (
    <Section title={texts.questions.whatFailsWith} isOfUse={root !== null || failing.length > 0 || singlePoints}>
      <Hint isWanted={root === null || failing.length === 0} />
      <ChosenNode label={texts.questions.seenFrom} id={root} choose={(id) => page.go({ root: id }, true)} />
      {failing.map((id) => (
        <ChosenNode
          key={id}
          label={texts.questions.fails}
          id={id}
          choose={() => page.fail(failing.filter((other) => other !== id))}
        />
      ))}
      <div class="chosen-node">
        <span class="quiet">{texts.questions.fails}</span>
        <button type="button" class="plain" disabled={!canAdd} onClick={() => canAdd && page.fail([...failing, added])}>
          {node?.kind === 'IPAddress' ? texts.questions.takeTheMachine : texts.questions.takeTheSelected}
        </button>
      </div>
      <Answered result={answers.impact}>
        {impact && (
          <>
            <p>
              <strong>{texts.questions.unreachable(impact.unreachableCount)}</strong>
              {texts.questions.stillReached(impact.stillReachable)}
            </p>
            <Stops stops={impact.unreachable} picture={picture} />
          </>
        )}
      </Answered>
      <button
        type="button"
        class="plain"
        aria-pressed={singlePoints}
        onClick={() => page.go({ singlePoints: !singlePoints }, true)}
      >
        {texts.questions.singlePointsOfFailure}
      </button>
      <Answered result={answers.singlePoints}>
        {points.length === 0 ? <p>{texts.questions.thereAreNone}</p> : <Stops stops={points} picture={picture} />}
      </Answered>
    </Section>
  );
}

function VlanQuestion() {
  const page = usePage();
  const { place, vlans, answers, picture } = usePageState();
  const answer = answers.vlan?.answer;
  return (
    <Section title={texts.questions.whereAVlanGoes} isOfUse={place.vlanId !== null}>
      <label onPointerEnter={page.readChoices} onFocusIn={page.readChoices}>
        {texts.questions.vlan}
        <select
          value={place.vlanId ?? ''}
          onChange={({ currentTarget }) => page.go({ vlanId: currentTarget.value || null }, true)}
        >
          <option value="">{texts.questions.none}</option>
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
              {texts.questions.portsCables(answer.ports.length, answer.links.length)}
              {answer.segments.length > 1 && texts.questions.splitIntoSegments(answer.segments.length)}
            </p>
            <Gaps gaps={answer.gaps} picture={picture} />
          </>
        )}
      </Answered>
    </Section>
  );
}
