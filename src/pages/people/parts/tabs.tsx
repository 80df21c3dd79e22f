// The sections of a page as tabs. One section is shown at a time, and each has a path below the path of the page.
import { useEffect, useState } from 'preact/hooks';
import { useLeaving } from '../../kit/leaving';
import type { Section } from './section';
import { texts } from './texts';

/**
 * The id of the section that the URL names. URLs of earlier versions contain the id after a `#`. A URL without an id
 * means the first section.
 */
function idInAddress(sections: readonly Section[], address: string): string | undefined {
  const id = location.pathname.slice(address.length + 1) || location.hash.slice(1);
  return id === '' ? sections[0]?.[0] : id;
}

interface TabsProps {
  readonly sections: readonly Section[];
  readonly address: string;
}

export function Tabs({ sections, address }: TabsProps) {
  const [shownId, setShownId] = useState(() => idInAddress(sections, address));
  const { leave, question } = useLeaving(() => setShownId(idInAddress(sections, address)));
  const shownSection = sections.find(([id]) => id === shownId);
  useEffect(() => {
    if (shownSection) document.title = `${shownSection[1]} – Netloom`;
  }, [shownId]);
  const follow = (event: MouseEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (id === shownId) return;
    leave(() => {
      history.pushState(null, '', `${address}/${id}`);
      setShownId(id);
    });
  };
  return (
    <>
      <nav class="tabs" aria-label={texts.common.partsOfThePage}>
        {sections.map(([id, name]) => (
          <a
            key={id}
            href={`${address}/${id}`}
            {...(id === shownId && { 'aria-current': 'page' as const })}
            onClick={(event) => follow(event, id)}
          >
            {name}
          </a>
        ))}
      </nav>
      {shownSection ? (
        <section key={shownSection[0]} id={shownSection[0]} aria-labelledby={`${shownSection[0]}-title`}>
          <h2 id={`${shownSection[0]}-title`}>{shownSection[1]}</h2>
          {shownSection[2]}
        </section>
      ) : (
        <p role="alert">{texts.tabs.noSuchPart}</p>
      )}
      {question}
    </>
  );
}
