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
  /**
   * Runs `go`, which shows another part of the page. If a form has unsaved input, `go` runs only after the user has
   * agreed to lose it.
   */
  readonly leave: (go: () => void) => void;
  /** The dialog that asks the user, while it is open; otherwise null. */
  readonly question: ComponentChildren;
}

/**
 * Returns functions for leaving parts of a page. `read` shows the part that the URL names; it is called when the user
 * goes back or forward in the browser's history.
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
      // The browser has already changed the URL. The form's URL is restored until the user has answered the dialog.
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
