// Says above the picture that it shows supposed changes, or why it does not, and leads back to the network as it is.
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
