// The buttons above the picture: zoom, boxes, layout, saved views, shares and export.
import { useEffect } from 'preact/hooks';
import type { Canvas } from '../drawing/canvas';
import { takesText, undoKey } from '../drawing/keys';
import type { Page } from '../page/page';
import { ExportMenu } from './export-menu';
import { ShareButton } from './sharing/share-dialog';
import { usePageState } from './use-page';
import { ViewsMenu } from './views-menu';
import { texts } from './texts';

const zoomStep = 1.35;

export const changeZoom = (canvas: Canvas | undefined, isIn: boolean) => canvas?.zoomBy(isIn ? zoomStep : 1 / zoomStep);

/** The tools that visitors of a share get. Signed-in users have all tools. */
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
    <div class="tools" role="group" aria-label={texts.stageTools.pictureTools}>
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
      const action = takesText(event.target) ? undefined : undoKey(event);
      if (!action) return;
      event.preventDefault();
      page[action]();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [page]);
  return (
    <>
      <button
        type="button"
        class="plain icon"
        aria-label={texts.stageTools.zoom}
        title={texts.stageTools.zoom2}
        onClick={() => changeZoom(canvas, true)}
      >
        +
      </button>
      <button
        type="button"
        class="plain icon"
        aria-label={texts.stageTools.zoomOut}
        title={texts.stageTools.zoomOut2}
        onClick={() => changeZoom(canvas, false)}
      >
        −
      </button>
      <button
        type="button"
        class="plain icon"
        aria-label={texts.stageTools.undo}
        title={texts.stageTools.undoMovingFolding}
        disabled={!canUndo}
        onClick={page.undo}
      >
        ↶
      </button>
      <button
        type="button"
        class="plain icon"
        aria-label={texts.stageTools.redo}
        title={texts.stageTools.redoShiftCtrlZ}
        disabled={!canRedo}
        onClick={page.redo}
      >
        ↷
      </button>
      <button type="button" class="plain" title={texts.stageTools.showEverything0} onClick={() => canvas?.fit()}>
        {texts.stageTools.fit}
      </button>
      <button type="button" class="plain" onClick={page.closeAll}>
        {texts.stageTools.closeBoxes}
      </button>
      <button type="button" class="plain" onClick={() => page.openAll() && canvas?.showContents()}>
        {texts.stageTools.openBoxes}
      </button>
      <button type="button" class="plain" onClick={() => void page.layOutAgain()}>
        {texts.stageTools.layOutAgain}
      </button>
    </>
  );
}
