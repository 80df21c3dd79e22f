// What identifies a machine, and which machines were merged into it. Merged machines can be split off.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  PageHostIdentityDocument,
  PageSplitHostDocument,
  type PageHostIdentityQuery,
} from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { instantWords } from '../../../kit/instants/instant-words';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

type HostIdentity = NonNullable<PageHostIdentityQuery['host']>['identity'];

/** The section on the identity of a host. It is rendered for the present only, because merges have no history. */
export function Identity({ hostId }: { hostId: string }) {
  const page = usePage();
  const { version, start } = usePageState();
  const [identity, setIdentity] = useState<HostIdentity>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    let isCurrent = true;
    ask(PageHostIdentityDocument, { id: hostId }).then(
      (answer) => isCurrent && setIdentity(answer.host?.identity),
      // If this request fails, the section is hidden. The other sections of the details panel show the error.
      () => isCurrent && setIdentity(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [hostId, version]);

  const split = async (id: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      const { splitHost } = await ask(PageSplitHostDocument, { id });
      page.notice(texts.identity.isAMachine(splitHost.displayName));
      page.refresh();
      setIdentity((await ask(PageHostIdentityDocument, { id: hostId })).host?.identity);
      // The button that had the focus was removed, so the focus moves to the section.
      section.current?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(page.wordsFor(error));
    } finally {
      setBusy(false);
    }
  };

  if (!identity || identity.evidence.length + identity.merges.length === 0) return null;
  const maySplit = start?.viewer.may.includes('splitHost') ?? false;
  return (
    <section ref={section} tabIndex={-1} aria-label={texts.identity.identity} aria-busy={isBusy}>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {identity.evidence.length > 0 && (
        <details>
          <summary>{texts.identity.identified(identity.evidence.length)}</summary>
          <ul class="facts">
            {identity.evidence.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {identity.merges.length > 0 && (
        <details open>
          <summary>{texts.identity.mergedMachines(identity.merges.length)}</summary>
          <ul class="facts">
            {identity.merges.map(({ mergedHostId, mergedName, mergedAt, reasons }) => (
              <li key={mergedHostId}>
                {mergedName || mergedHostId}{' '}
                <span class="quiet">{[instantWords(mergedAt), ...reasons.map(({ text }) => text)].join(' · ')}</span>{' '}
                {maySplit && (
                  <button
                    type="button"
                    class="plain"
                    aria-label={texts.identity.splitOff(mergedName, mergedHostId)}
                    onClick={() => void split(mergedHostId)}
                  >
                    {texts.identity.splitOff2}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
