// Buttons of the details panel for what-if questions: what if this device or port fails, or if this port is connected
// with another one.
import { failureOf, textOf, toggleSupposed, type Supposed } from '../../suppose/supposed';
import type { Node } from '../../graph/picture';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

/** Buttons for the what-if question of what happens if the port or host of a node fails. Nothing for other nodes. */
export function SupposeButtons({ node }: { node: Node }) {
  const failure = failureOf(node);
  return failure ? <FailureButtons failure={failure} /> : null;
}

/**
 * Buttons for what-if questions: what if this host or port fails, or this port is connected with another port. The view
 * need not draw the host or port.
 */
export function FailureButtons({ failure }: { failure: Supposed }) {
  const page = usePage();
  const { place, connecting } = usePageState();
  const { supposed } = place;
  const isSupposed = supposed.some((one) => textOf(one) === textOf(failure));
  const suppose = (one: Supposed) => page.go({ supposed: toggleSupposed(supposed, one) }, true);
  const connect = () => {
    page.store.set({ connecting: connecting === null ? failure.id : null });
    if (connecting !== null) suppose({ type: 'cable', id: connecting, otherId: failure.id });
  };
  return (
    <>
      <button type="button" class="plain" aria-pressed={isSupposed} onClick={() => suppose(failure)}>
        {texts.supposeFailure}
      </button>
      {failure.type === 'port' && connecting !== failure.id && (
        <button type="button" class="plain" onClick={connect}>
          {connecting === null ? texts.supposeConnected : texts.connect}
        </button>
      )}
    </>
  );
}
