// A notice above the drawing about what-if changes: how much they affect, or why they cannot be drawn. A button returns
// to the real network.
import { journeyKey } from '../../state/place';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

export function SupposedNotice() {
  const page = usePage();
  const { place, difference, supposition, journey } = usePageState();
  if (place.supposed.length === 0) return null;
  const isAsked = journey === journeyKey(place);
  const whyNot = isAsked ? texts.notShown : texts.notShownYet;
  return (
    <div class="supposed">
      <strong id="supposed" role="status">
        {isAsked && supposition && difference ? texts.shown(difference.counts) : whyNot}
      </strong>
      <button type="button" class="link" onClick={() => page.go({ supposed: [] }, true)}>
        {texts.showAsItIs}
      </button>
    </div>
  );
}
