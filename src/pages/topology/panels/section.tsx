// A collapsible section of the side panel. It opens by itself as soon as it has something to show, and scrolls to a new
// answer.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** Whether the section has something to show. If so, it opens. */
  readonly isOfUse: boolean;
  /** Id of the section in the document. */
  readonly id?: string;
  /**
   * Identifies the question whose answer the section shows; null without an answer. A new question opens the section
   * and scrolls the side panel to it.
   */
  readonly answered?: string | null;
  readonly children: ComponentChildren;
}

/** Opens a section and scrolls the side panel to it. The page itself does not scroll. */
export function bringIntoSight(section: HTMLElement | null): void {
  const panel = section?.closest('.side');
  if (!section || !panel) return;
  if (section instanceof HTMLDetailsElement) section.open = true;
  panel.scrollTop += section.getBoundingClientRect().top - panel.getBoundingClientRect().top;
}

export function Section({ title, isOfUse, id, answered = null, children }: SectionProps) {
  const [isOpen, setOpen] = useState(isOfUse);
  const section = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOfUse) setOpen(true);
  }, [isOfUse]);
  useEffect(() => {
    if (answered !== null) bringIntoSight(section.current);
  }, [answered]);
  return (
    <details ref={section} id={id} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
