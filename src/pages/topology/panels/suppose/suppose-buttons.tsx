// Buttons of the details panel: they suppose that the selected device or port fails, or that the port is connected with
// another one.
import { failureOf, textOf, toggleSupposed, type Supposed } from '../../suppose/supposed';
import type { Node } from '../../graph/picture';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

/** The buttons for a drawn node. Renders nothing if the node neither is a port nor belongs to a host. */
export function SupposeButtons({ node }: { node: Node }) {
  const failure = failureOf(node);
  return failure ? <FailureButtons failure={failure} /> : null;
}

/** The buttons for a host or port, whether or not the view draws it. */
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
