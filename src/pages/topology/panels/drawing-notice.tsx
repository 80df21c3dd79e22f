// A notice while a large picture is being drawn.
import { useEffect, useState } from 'preact/hooks';
import { isLargeDrawing } from '../drawing/canvas';
import { isBeingDrawn } from '../state/store';
import { usePageState } from './use-page';
import { texts } from './texts';

const patienceMs = 1_000;

export function DrawingNotice() {
  const state = usePageState();
  const { drawing, painted } = state;
  const isWaiting = isBeingDrawn(state);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setLong(false);
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const { boxes = [], items = [] } = drawing?.visible ?? {};
  // Drawing a large topology blocks the browser, so the notice must be visible before it begins.
  const isHeldUp = drawing?.sceneKey !== painted && isLargeDrawing(boxes.length + items.length);
  return (
    <div role="status" id="drawing">
      {isWaiting && (isLong || isHeldUp) && <p class="drawing">{texts.drawingNotice.pictureIsBeing}</p>}
    </div>
  );
}
