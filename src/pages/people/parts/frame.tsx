// The frame of the account and organization pages: navigation, sections, and the latest notice.
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { PeopleStartDocument, type PeopleStartQuery } from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Header } from '../../kit/frame/header';
import { useLastNetwork } from '../../kit/frame/use-last-network';
import type { Section } from './section';
import { Tabs } from './tabs';

export interface Here {
  readonly viewer: PeopleStartQuery['viewer'];
  /** Networks within the viewer's reach. */
  readonly networks: PeopleStartQuery['networks']['nodes'];
  /** Shows a notice. */
  notice(words: string): void;
  /** Reloads the viewer. */
  reload(): Promise<void>;
}

const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('nobody is here');
  return here;
}

interface FrameProps {
  readonly title: string;
  /** Returns the sections for this viewer. Called when the viewer is known. */
  readonly sections: (here: Here) => readonly Section[];
  /**
   * The address of the page, if each section is shown by itself and has an address below it. All sections are shown
   * below each other by default.
   */
  readonly address?: string;
  /**
   * Returns what is shown instead of the sections if the viewer may not see them. A falsy result shows the sections.
   */
  readonly refusal?: (here: Here) => ComponentChildren;
}

export function Frame({ title, sections, address, refusal }: FrameProps) {
  const [notice, setNotice] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { data, problem: loadProblem, reload } = useAsked(() => ask(PeopleStartDocument, {}));
  const here: Here | undefined = data && {
    viewer: data.viewer,
    networks: data.networks.nodes,
    reload,
    // Screen readers announce a repeated text only if it changed in between.
    notice: (words) => {
      setNotice('');
      requestAnimationFrame(() => setNotice(words));
    },
  };
  const [networkId, choose] = useLastNetwork(data?.networks.nodes ?? []);
  // The browser looked for the section in the address before the sections were rendered, so this scrolls to it now.
  useEffect(() => {
    if (data) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [data === undefined]);
  const refusalContent = here && refusal?.(here);
  const visibleSections = here && !refusalContent ? sections(here) : [];
  return (
    <>
      <Header
        viewer={here?.viewer}
        choice={here && { networks: here.networks, networkId, choose }}
        setProblem={setProblem}
      />
      <main class={address ? 'tabbed' : ''}>
        <h1>{title}</h1>
        <div role="alert">{(problem ?? loadProblem) && <p class="problem">{problem ?? loadProblem}</p>}</div>
        {refusalContent}
        {here && !refusalContent && (
          <HereContext.Provider value={here}>
            {address ? <Tabs sections={visibleSections} address={address} /> : <Sections sections={visibleSections} />}
          </HereContext.Provider>
        )}
      </main>
      <p role="status" class={notice === '' ? 'unseen' : 'notice'}>
        {notice}
      </p>
    </>
  );
}

function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <>
      <nav class="contents" aria-label="Sections">
        <ul>
          {sections.map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sections">
        {sections.map(([id, name, content]) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{name}</h2>
            {content}
          </section>
        ))}
      </div>
    </>
  );
}
