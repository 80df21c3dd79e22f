// Buttons of the details panel: they open the selected box, and ask questions about the selected node.
import type { Node } from '../../graph/picture';
import { failingIdOf, failureQuestion, fullNameOf } from '../../graph/texts';
import { SupposeButtons } from '../suppose/suppose-buttons';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

export function NodeQuestions({ node }: { node: Node }) {
  const page = usePage();
  const { drawing, place } = usePageState();
  const { id } = node;
  const isClosed = drawing?.visible.isClosed.has(id);
  const canClose = node.shape === 'box' && (drawing?.visible.sizeOf.get(id) ?? 0) > 0;
  const isFold = node.shape === 'box' && node.kind === 'Fold' && node.fold !== null;
  return (
    <div class="buttons" role="group" aria-label={texts.nodeQuestions.questionsAbout(fullNameOf(node))}>
      {canClose && (
        <button type="button" class="plain" onClick={() => page.toggle(id)}>
          {isFold
            ? isClosed
              ? texts.nodeQuestions.unfold
              : texts.nodeQuestions.fold
            : isClosed
              ? texts.nodeQuestions.openBox
              : texts.nodeQuestions.closeBox}
        </button>
      )}
      <button type="button" class="plain" aria-pressed={place.from === id} onClick={() => page.beginPath(id)}>
        {texts.nodeQuestions.pathFromHere}
      </button>
      <button type="button" class="plain" aria-pressed={place.to === id} onClick={() => page.go({ to: id }, true)}>
        {texts.nodeQuestions.pathToHere}
      </button>
      <button type="button" class="plain" aria-pressed={place.root === id} onClick={() => page.go({ root: id }, true)}>
        {texts.nodeQuestions.lookFromHere}
      </button>
      <button
        type="button"
        class="plain"
        aria-pressed={place.failing.includes(failingIdOf(node))}
        onClick={() => page.fail(toggle(place.failing, failingIdOf(node)))}
      >
        {failureQuestion(node)}
      </button>
      <SupposeButtons node={node} />
    </div>
  );
}

const toggle = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
