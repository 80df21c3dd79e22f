// Questions about the picture: the path between two nodes, what fails together with a node, and single points of
// failure.
import { failingIdOf, nameOfChosen, viewNames } from '../../graph/texts';
import type { Asked, Path, Question } from '../../state/answers';
import { Answered, isAnswered } from './answered';
import { answerIds } from './answer-ids';
import { Hops, Stops } from './answers';
import { VlanQuestion } from './vlan-question';
import { toOtherView } from '../other-view';
import { bringIntoSight, Section } from '../section';
import { usePage, usePageState } from '../use-page';
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

/** Asks the user to select a node, if a question needs one. */
function Hint({ isWanted }: { isWanted: boolean }) {
  const { place } = usePageState();
  if (!isWanted || place.selected !== null) return null;
  return <p class="quiet">{texts.questions.selectANodeFirst}</p>;
}

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

const pathWords = (paths: readonly Path[], { length, isBlocked }: Path): string =>
  [
    `${length} ${length === 1 ? texts.questions.step : texts.questions.steps}`,
    paths.length > 1 && texts.questions.pathsOfThisLength(paths.length),
    isBlocked && texts.questions.overABlockedLink,
  ]
    .filter(Boolean)
    .join('');

/** Summarizes the answers about the selected node in one sentence each, with links to the full answers. */
export function ShortAnswers({ nodeIds }: { nodeIds: readonly string[] }) {
  const { store } = usePage();
  const { place, answers, pathIndex, picture } = usePageState();
  const { from, to, root, failing } = place;
  const isAsked = (...ids: readonly (string | null)[]) => nodeIds.some((id) => ids.includes(id));
  const path = answers.paths?.answer?.[pathIndex];
  const impact = answers.impact?.answer;
  const rootName = root !== null && picture ? nameOfChosen(picture, root) : undefined;
  const answer = (id: string, result: Asked<Question> | undefined, words: string) => (
    <p class="short-answer">
      {result?.problem ?? (result?.answer === undefined ? texts.questions.asking : words)}{' '}
      <button
        type="button"
        class="link"
        onClick={() => {
          // Opens the panel first, because the page can only scroll to the answer in an open panel.
          store.set({ isSideOpen: true });
          bringIntoSight(document.getElementById(id));
        }}
      >
        {texts.questions.showTheAnswer}
      </button>
    </p>
  );
  return (
    <div role="status">
      {from !== null &&
        to !== null &&
        isAsked(from, to) &&
        answer(
          answerIds.paths,
          answers.paths,
          texts.questions.path(path ? pathWords(answers.paths!.answer!, path) : texts.questions.thereIsNoPath),
        )}
      {root !== null &&
        failing.length > 0 &&
        isAsked(root, ...failing) &&
        answer(
          answerIds.impact,
          answers.impact,
          impact
            ? [
                texts.questions.unreachable(impact.unreachableCount),
                texts.questions.stillReached(impact.stillReachable),
                rootName && texts.questions.seenFromNode(rootName),
              ]
                .filter(Boolean)
                .join('')
            : '',
        )}
    </div>
  );
}

/** Says that no packets take the path, or that packets between its ends pass a router. */
function PathNotes({ path: { isBlocked, isRouted } }: { path: Path }) {
  const page = usePage();
  const { place, picture } = usePageState();
  return (
    <>
      {isBlocked && <p class="problem">{texts.questions.noOtherPath}</p>}
      {isRouted && (
        <p class="quiet">
          {texts.questions.showsCablesOnly}
          <button
            type="button"
            class="link"
            onClick={() => page.go({ ...toOtherView(place, picture), view: 'L3Logical' }, true)}
          >
            {texts.questions.pathInLogical(viewNames.L3Logical)}
          </button>
        </p>
      )}
    </>
  );
}

function PathQuestion() {
  const page = usePage();
  const { place, answers, pathIndex, awaitsEnd } = usePageState();
  const paths = answers.paths?.answer ?? [];
  const path = paths[pathIndex];
  return (
    <Section
      id={answerIds.paths}
      title={texts.questions.pathBetweenTwoNodes}
      isOfUse={place.from !== null || place.to !== null}
      answered={isAnswered(answers.paths) ? `${place.from} ${place.to}` : null}
    >
      <Hint isWanted={place.from === null || place.to === null} />
      {awaitsEnd && <p class="quiet">{texts.questions.selectWhereItLeads}</p>}
      <ChosenNode label={texts.questions.from} id={place.from} choose={(from) => page.go({ from }, true)} />
      <ChosenNode label={texts.questions.to} id={place.to} choose={(to) => page.go({ to }, true)} />
      <Answered result={answers.paths}>
        {path ? (
          <>
            <p>{pathWords(paths, path)}</p>
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
            <PathNotes path={path} />
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
    <Section
      id={answerIds.impact}
      title={texts.questions.whatFailsWith}
      isOfUse={root !== null || failing.length > 0 || singlePoints}
      answered={isAnswered(answers.impact) ? `${root} ${failing.join()}` : null}
    >
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
