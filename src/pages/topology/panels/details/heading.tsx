// The heading of the details. It takes the focus if the search has selected the node, so that screen readers read it.
import { useEffect, useRef } from 'preact/hooks';
import { usePage, usePageState } from '../use-page';

export function Heading({ id, title }: { id: string; title: string }) {
  const page = usePage();
  const { awaitsDetails } = usePageState();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!awaitsDetails || awaitsDetails.not === id) return;
    page.store.set({ awaitsDetails: null });
    const focused = document.activeElement;
    // If the user has moved the focus since, it stays there.
    if (focused === null || focused === document.body || focused.id === 'search')
      heading.current?.focus({ preventScroll: true });
  }, [awaitsDetails, id]);
  return (
    <h2 ref={heading} tabIndex={-1}>
      <bdi>{title}</bdi>
    </h2>
  );
}
