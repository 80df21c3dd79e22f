// A collapsible section of the side panel. It opens automatically when it has something to show.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** Whether the section can show something now, such as a value that the user has chosen. */
  readonly isOfUse: boolean;
  readonly children: ComponentChildren;
}

export function Section({ title, isOfUse, children }: SectionProps) {
  const [isOpen, setOpen] = useState(isOfUse);
  useEffect(() => {
    if (isOfUse) setOpen(true);
  }, [isOfUse]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
