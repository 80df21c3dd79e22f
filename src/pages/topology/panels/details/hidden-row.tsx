// Details of a selected port or host that the current view does not draw: why it is not drawn, and which view draws it.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  PageHostDetailsDocument,
  PageInterfaceDetailsDocument,
  PageWhyHiddenDocument,
  type PageHostDetailsQuery,
  type PageInterfaceDetailsQuery,
} from '../../../../generated/page-operations';
import type { Granted } from '../../../kit/ask';
import { ask } from '../../../kit/ask-as-of';
import { portOnDevice } from '../../../../modules/topology/graph/ports/port-name';
import { showMatch } from '../search/find-nodes';
import { hiddenWords } from '../search/hidden-words';
import { FailureButtons } from '../suppose/suppose-buttons';
import { usePage, usePageState } from '../use-page';
import { closeDetails } from './closing';
import { Heading } from './heading';
import { HostFacts } from './host-facts';
import { Links } from './links';
import { PortFacts } from './port-facts';
import { texts } from './texts';

interface HiddenDetails {
  readonly port?: { readonly row: NonNullable<PageInterfaceDetailsQuery['interface']>; readonly why: string };
  readonly host?: Pick<Granted<PageHostDetailsQuery>, 'host' | 'virtualMachines'> & { readonly why: string };
}

/** Shows why the port or host with this id is not drawn. Renders nothing for ids of other rows. */
export function HiddenRow({ id }: { id: string }) {
  const page = usePage();
  const { version, place } = usePageState();
  const [{ port, host }, setDetails] = useState<HiddenDetails>({});
  useEffect(() => {
    let isCurrent = true;
    const readWhy = async (isPort: boolean) => {
      const { topology } = await ask(PageWhyHiddenDocument, { ...page.scene().graph, entityId: id });
      return hiddenWords(topology.graph.whyHidden, isPort);
    };
    const readPort = async (): Promise<HiddenDetails> => {
      const { interface: row } = await ask(PageInterfaceDetailsDocument, { id });
      return row ? { port: { row, why: await readWhy(true) } } : {};
    };
    const readHost = async (): Promise<HiddenDetails> => {
      const [rows, why] = await Promise.all([ask(PageHostDetailsDocument, { id }), readWhy(false)]);
      return { host: { ...rows, why } };
    };
    readPort()
      .catch(readHost)
      .then(
        (details) => isCurrent && setDetails(details),
        () => isCurrent && setDetails({}),
      );
    return () => {
      isCurrent = false;
    };
  }, [id, version, place.view]);
  if (port) {
    const { row, why } = port;
    return (
      <Panel id={id} kind="Port" title={portOnDevice(row)}>
        <p>{why}</p>
        <div class="buttons">
          <FailureButtons failure={{ type: 'port', id }} />
        </div>
        <PortFacts port={row} at={null} />
        <Links portId={id} takesFocus />
      </Panel>
    );
  }
  if (!host) return null;
  const { host: row, virtualMachines, why } = host;
  const showElsewhere = () =>
    showMatch(page, { id: null, name: row.displayName, note: '', hiddenBy: { kind: 'Host', id, ids: [id] } }).catch(
      (error: unknown) => page.notice(page.wordsFor(error)),
    );
  return (
    <Panel id={id} kind="Host" title={row.displayName}>
      <p>{why}</p>
      <p>
        <button type="button" class="plain" onClick={() => void showElsewhere()}>
          {texts.hiddenRow.showItElsewhere}
        </button>
      </p>
      <HostFacts host={row} virtualMachines={virtualMachines} isPart={false} />
    </Panel>
  );
}

interface PanelProps {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Panel({ id, kind, title, children }: PanelProps) {
  const page = usePage();
  return (
    <aside class="details" aria-label={texts.hiddenRow.details}>
      <div class="title">
        <div>
          <span class="quiet">{texts.hiddenRow.notShown(kind)}</span>
          <Heading id={id} title={title} />
        </div>
        <button
          type="button"
          class="plain icon"
          aria-label={texts.hiddenRow.closeDetails}
          onClick={() => closeDetails(page)}
        >
          ✕
        </button>
      </div>
      {children}
    </aside>
  );
}
