// The picture as a list of boxes and elements, for screen readers.
import { useState } from 'preact/hooks';
import { isFoldedUp } from '../graph/folds';
import { fullNameOf, kindName } from '../graph/texts';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

export function NodeList() {
  const { drawing } = usePageState();
  const [isOpen, setOpen] = useState(false);
  if (!drawing) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.nodeList.listOfEverythingShown}</summary>
      {isOpen && <Nodes ids={drawing.tree.children.get(null) ?? []} />}
    </details>
  );
}

function Nodes({ ids }: { ids: readonly string[] }) {
  return (
    <ul class="nodes">
      {ids.map((id) => (
        <NodeEntry key={id} id={id} />
      ))}
    </ul>
  );
}

function NodeEntry({ id }: { id: string }) {
  const page = usePage();
  const { drawing, picture, place } = page.store.state;
  const [isOpen, setOpen] = useState(false);
  const node = picture?.nodes.get(id);
  if (!node || !drawing) return null;
  const inside = drawing.tree.children.get(id);
  const count = drawing.visible.sizeOf.get(id) ?? 0;
  const isFolded = node.shape === 'box' && isFoldedUp(node);
  return (
    <li>
      {inside && (
        <button
          type="button"
          class="plain turn"
          aria-expanded={isOpen}
          aria-label={texts.nodeList.what(fullNameOf(node))}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      )}
      {isFolded && (
        <button
          type="button"
          class="plain turn"
          aria-label={texts.nodeList.unfold(fullNameOf(node))}
          onClick={() => page.toggle(id)}
        >
          +
        </button>
      )}
      <button
        type="button"
        class="link"
        aria-current={place.selected === id}
        onClick={() => {
          page.show(id);
        }}
      >
        {fullNameOf(node)}{' '}
        <span class="quiet">
          {node.shape === 'box' ? `${kindName(node)}, ${node.fold?.summary ?? count}` : kindName(node)}
        </span>
      </button>
      {inside && isOpen && <Nodes ids={inside} />}
    </li>
  );
}
