// Details of a selected port that is not drawn in the view, such as a port whose only link was refuted.
import { useEffect, useState } from 'preact/hooks';
import { PageInterfaceDetailsDocument, type PageInterfaceDetailsQuery } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { Links } from './links';
import { PortFacts } from './port-facts';
import { usePage, usePageState } from '../use-page';

/** Renders nothing if the id is not that of a port. */
export function HiddenPort({ id }: { id: string }) {
  const page = usePage();
  const { version } = usePageState();
  const [port, setPort] = useState<PageInterfaceDetailsQuery['interface']>();
  useEffect(() => {
    let isCurrent = true;
    ask(PageInterfaceDetailsDocument, { id }).then(
      (answer) => isCurrent && setPort(answer.interface),
      () => isCurrent && setPort(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, version]);
  if (!port) return null;
  return (
    <aside class="details" aria-label="Details">
      <div class="title">
        <div>
          <span class="quiet">Port, not shown in this view</span>
          <h2>{[port.host?.displayName, port.displayName].filter(Boolean).join(' ')}</h2>
        </div>
        <button
          type="button"
          class="plain icon"
          aria-label="Close details"
          onClick={() => {
            page.go({ selected: null });
            document.getElementById('canvas')?.focus({ preventScroll: true });
          }}
        >
          ✕
        </button>
      </div>
      <PortFacts port={port} />
      <Links portId={id} takesFocus />
    </aside>
  );
}
