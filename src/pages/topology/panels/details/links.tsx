// The links of a port, and decisions on them: confirm, refute, propose, undo.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  PageDecideLinkDocument,
  PagePortLinksDocument,
  PageTakeBackDecisionDocument,
} from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { toLinkLines, type LinkLine, type PortLinks, type Verdict } from '../../graph/links';
import { ProposeLink } from './propose-link';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

const notices: Record<Verdict, string> = {
  Proposed: texts.links.linkWasAdded,
  Confirmed: texts.links.confirmedTheLinkStays,
  Refuted: texts.links.refutedTheLink,
};
const verdictNames: Record<Verdict, string> = {
  Proposed: texts.links.proposedByHand,
  Confirmed: texts.links.confirmedByHand,
  Refuted: texts.links.refutedByHand,
};

interface LinksProps {
  readonly portId: string;
  /** Whether the section gets the focus when the focused button disappears. */
  readonly takesFocus?: boolean;
}

/**
 * The links of a port with their evidence. Rendered for the present only, because decisions on links have no history.
 */
export function Links({ portId, takesFocus = false }: LinksProps) {
  const { start } = usePageState();
  const section = useRef<HTMLElement>(null);
  const { links, problem, isBusy, decide, takeBack } = usePortLinks(portId, section);
  const may = start?.viewer.may ?? [];
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, []);

  const lines = links?.interface ? toLinkLines(portId, links) : [];
  const mayDecide = may.includes('createLinkDecision');
  const mayTakeBack = may.includes('deleteLinkDecision');
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={texts.links.linksOfThePort}
      aria-busy={links === undefined || isBusy}
    >
      <h3>{texts.links.links(lines.filter(({ bases }) => bases.length > 0).length)}</h3>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ul class="answers">
        {lines.map((line) => (
          <li key={line.key}>
            {line.far.name} <span class="quiet">{wordsOf(line)}</span>
            <div class="buttons" role="group" aria-label={texts.links.decideOnTheLink(line.far.name)}>
              {!line.decision && mayDecide && (
                <>
                  <button type="button" class="plain" onClick={() => void decide('Confirmed', line.far)}>
                    {texts.links.confirm}
                  </button>
                  <button type="button" class="plain" onClick={() => void decide('Refuted', line.far)}>
                    {texts.links.refute}
                  </button>
                </>
              )}
              {line.decision && mayTakeBack && (
                <button type="button" class="plain" onClick={() => void takeBack(line.decision!.id)}>
                  {texts.links.undo}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {mayDecide && links?.interface && (
        <ProposeLink networkId={links.interface.networkId} propose={(far) => decide('Proposed', far)} />
      )}
    </section>
  );
}

function usePortLinks(portId: string, section: RefObject<HTMLElement | null>) {
  const page = usePage();
  const { version } = usePageState();
  const [links, setLinks] = useState<PortLinks>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const read = async (): Promise<void> => setLinks(await ask(PagePortLinksDocument, { id: portId }));
  useEffect(() => {
    let isCurrent = true;
    ask(PagePortLinksDocument, { id: portId }).then(
      (answer) => isCurrent && setLinks(answer),
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [portId, version]);

  const change = async (send: () => Promise<unknown>, words: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await send();
      page.notice(words);
      page.refresh();
      await read();
    } catch (error) {
      setProblem(page.wordsFor(error));
    } finally {
      setBusy(false);
      // The button that had the focus was removed, so the focus moves to the section.
      section.current?.focus({ preventScroll: true });
    }
  };
  const decide = (verdict: Verdict, far: { readonly portId: string | null; readonly hostId: string }) => {
    const networkId = links!.interface!.networkId;
    const ends = far.portId === null ? { remoteHostId: far.hostId } : { remoteInterfaceId: far.portId };
    const input = { networkId, interfaceId: portId, ...ends, verdict };
    return change(() => ask(PageDecideLinkDocument, { input }), notices[verdict]);
  };
  const takeBack = (id: string) =>
    change(() => ask(PageTakeBackDecisionDocument, { id }), texts.links.undoneTheLinkFollows);
  return { links, problem, isBusy, decide, takeBack };
}

function wordsOf({ bases, isDown, decision, far, isTurned }: LinkLine): string {
  const isWide = decision !== undefined && (isTurned || (decision.remoteHost !== null && far.portId !== null));
  const decisionWords = decision && [
    verdictNames[decision.verdict],
    isWide && texts.links.forAllPorts,
    decision.createdByUser && `by ${decision.createdByUser.email}`,
  ];
  const parts = [...bases, isDown && 'down', decisionWords && decisionWords.filter(Boolean).join(' ')];
  return parts.filter(Boolean).join(', ');
}
