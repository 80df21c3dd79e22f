// Says beside the pointer what a line is. Escape hides it.
import { useEffect } from 'preact/hooks';
import type { HoveredLine } from '../../drawing/actions';
import { hintOfLines } from '../../graph/lines';
import { usePageState } from '../use-page';

interface LineHintProps {
  readonly hovered: HoveredLine | null;
  /** The drawing area, to which `hovered.at` refers. */
  readonly area: { readonly current: HTMLElement | null };
  /** The line whose details are shown. It gets no hint. */
  readonly selectedLine: string | undefined;
  readonly dismiss: () => void;
}

/** Distance from the pointer, in pixels. */
const away = 14;

export function LineHint({ hovered, area: { current: area }, selectedLine, dismiss }: LineHintProps) {
  const { drawing, picture } = usePageState();
  useEffect(() => {
    if (!hovered) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dismiss();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [hovered]);
  if (!hovered || hovered.id === selectedLine || !area || !drawing || !picture) return null;
  // After an update of the graph, the line under the pointer may be gone, so the words come from the current graph.
  const words = hintOfLines(hovered.drawnAsOne, drawing.visible, picture);
  if (words === '') return null;
  const { at } = hovered;
  const [isRight, isLow] = [at.x > area.clientWidth / 2, at.y > area.clientHeight / 2];
  const stage = area.parentElement!;
  const [x, y] = [area.offsetLeft + at.x, area.offsetTop + at.y];
  const aside = isRight ? { right: `${stage.clientWidth - x + away}px` } : { left: `${x + away}px` };
  const above = isLow ? { bottom: `${stage.clientHeight - y + away}px` } : { top: `${y + away}px` };
  return (
    <p class="stage-hint" style={{ ...aside, ...above }}>
      {words}
    </p>
  );
}
