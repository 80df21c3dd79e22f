// Asks the user before a part of the page with unsaved form input is left.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasFormEntries } from './entries';
import { Question } from './question';
import { texts } from './words/texts';

interface LeaveProps {
  readonly leave: () => void;
  readonly stay: () => void;
}

export const LeaveQuestion = ({ leave, stay }: LeaveProps) => (
  <Question
    question={texts.leaving.question}
    button={texts.leaving.leave}
    cancel={texts.leaving.stay}
    close={stay}
    act={() => {
      leave();
      return Promise.resolve();
    }}
  />
);

interface Leaving {
  /** Runs `go`, which leaves this part of the page. If a form has unsaved input, the user is asked first. */
  readonly leave: (go: () => void) => void;
  readonly question: ComponentChildren;
}

/**
 * Guards unsaved input when the user leaves a part of the page. `read` displays the part that the current URL names; it
 * runs after Back and Forward.
 */
export function useLeaving(read: () => void): Leaving {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const shownAddress = useRef(location.href);
  useEffect(() => {
    shownAddress.current = location.href;
  });
  const leave = (go: () => void) => (hasFormEntries() ? setPending(() => go) : go());
  useEffect(() => {
    const back = () => {
      if (!hasFormEntries()) return read();
      // Back or Forward has already changed the URL. Restore it until the user has answered the dialog.
      const wantedAddress = location.href;
      history.pushState(history.state, '', shownAddress.current);
      setPending(() => () => {
        history.replaceState(history.state, '', wantedAddress);
        read();
      });
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  return { leave, question: pending && <LeaveQuestion leave={pending} stay={() => setPending(null)} /> };
}
