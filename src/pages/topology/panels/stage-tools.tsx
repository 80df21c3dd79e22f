// The buttons above the picture: zoom, boxes, layout, saved views, shares and export.
import { useEffect } from 'preact/hooks';
import type { Canvas } from '../drawing/canvas';
import { takesText, undoKey } from '../drawing/keys';
import type { Page } from '../page/page';
import { ExportMenu } from './export-menu';
import { ShareButton } from './sharing/share-dialog';
import { usePageState } from './use-page';
import { ViewsMenu } from './views-menu';

const zoomStep = 1.35;

export const changeZoom = (canvas: Canvas | undefined, isIn: boolean) => canvas?.zoomBy(isIn ? zoomStep : 1 / zoomStep);

/** Which buttons above the picture visitors of a share see. Users see all buttons. */
export interface VisitorTools {
  readonly zooms: boolean;
  readonly exports: boolean;
}

interface ToolsProps {
  readonly page: Page;
  readonly canvas: Canvas | undefined;
  readonly visitor: VisitorTools | undefined;
}

export function Tools({ page, canvas, visitor }: ToolsProps) {
  const { zooms, exports } = visitor ?? { zooms: true, exports: true };
  if (!zooms && !exports) return null;
  return (
    <div class="tools" role="group" aria-label="Picture tools">
      {zooms && <ZoomTools page={page} canvas={canvas} />}
      {!visitor && <ViewsMenu />}
      {!visitor && <ShareButton />}
      {exports && <ExportMenu isOfVisitor={visitor !== undefined} />}
    </div>
  );
}

function ZoomTools({ page, canvas }: Omit<ToolsProps, 'visitor'>) {
  const { canUndo, canRedo } = usePageState();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const way = takesText(event.target) ? undefined : undoKey(event);
      if (!way) return;
      event.preventDefault();
      page[way]();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [page]);
  return (
    <>
      <button
        type="button"
        class="plain icon"
        aria-label="Zoom in"
        title="Zoom in (+)"
        onClick={() => changeZoom(canvas, true)}
      >
        +
      </button>
      <button
        type="button"
        class="plain icon"
        aria-label="Zoom out"
        title="Zoom out (-)"
        onClick={() => changeZoom(canvas, false)}
      >
        −
      </button>
      <button
        type="button"
        class="plain icon"
        aria-label="Undo"
        title="Undo moving, folding or hiding (Ctrl-Z)"
        disabled={!canUndo}
        onClick={page.undo}
      >
        ↶
      </button>
      <button
        type="button"
        class="plain icon"
        aria-label="Redo"
        title="Redo (Shift-Ctrl-Z)"
        disabled={!canRedo}
        onClick={page.redo}
      >
        ↷
      </button>
      <button type="button" class="plain" title="Show everything (0)" onClick={() => canvas?.fit()}>
        Fit
      </button>
      <button type="button" class="plain" onClick={() => page.closeAll(true)}>
        Close boxes
      </button>
      <button type="button" class="plain" onClick={() => page.closeAll(false)}>
        Open boxes
      </button>
      <button type="button" class="plain" onClick={() => void page.layOutAgain()}>
        Lay out again
      </button>
    </>
  );
}
