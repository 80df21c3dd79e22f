// Shows the answer to a question, or that it is pending, or why there is none.
import type { ComponentChildren } from 'preact';
import type { Asked, Question } from '../../state/answers';
import { texts } from './texts';

/** Whether the question has an answer or an error by now. */
export const isAnswered = (result: Asked<Question> | undefined): boolean =>
  result?.answer !== undefined || result?.problem !== undefined;

export function Answered<Kind extends Question>({
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
