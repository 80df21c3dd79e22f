// The frame of the account and organization pages: header, tabs for the sections, and the latest notice.
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { PeopleStartDocument, type PeopleStartQuery } from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Header } from '../../kit/frame/header';
import { NoticeCorner, useNotice } from '../../kit/frame/notice';
import { useLastNetwork } from '../../kit/frame/use-last-network';
import type { Section } from './section';
import { Tabs } from './tabs';

export interface Here {
  readonly viewer: PeopleStartQuery['viewer'];
  /** Networks that the viewer may read. */
  readonly networks: PeopleStartQuery['networks']['nodes'];
  /** Shows a notice on the page. */
  notice(words: string): void;
  /** Reads the viewer and the networks again. */
  reload(): Promise<void>;
  /** Secrets that the service returns only once, such as new keys, by the name passed to `useShownOnce`. */
  readonly shownOnce: Map<string, unknown>;
}

const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('nobody is here');
  return here;
}

/** A state that survives switching between sections of the page, for secrets that the service returns only once. */
export function useShownOnce<Value>(name: string): [value: Value | null, set: (value: Value | null) => void] {
  const { shownOnce } = useHere();
  const [value, setValue] = useState<Value | null>(() => (shownOnce.get(name) as Value | undefined) ?? null);
  const set = (next: Value | null) => {
    shownOnce.set(name, next);
    setValue(next);
  };
  return [value, set];
}

interface FrameProps {
  readonly title: string;
  readonly sections: (here: Here) => readonly Section[];
  /** The path of the page. Each section has a path below it. */
  readonly address: string;
  /** Returns an explanation if the viewer may not see the page; otherwise something falsy. */
  readonly refusal?: (here: Here) => ComponentChildren;
}

export function Frame({ title, sections, address, refusal }: FrameProps) {
  const notice = useNotice();
  const [problem, setProblem] = useState<string | null>(null);
  const [shownOnce] = useState(() => new Map<string, unknown>());
  const { data, problem: loadProblem, reload } = useAsked(() => ask(PeopleStartDocument, {}));
  const here: Here | undefined = data && {
    viewer: data.viewer,
    networks: data.networks.nodes,
    reload,
    shownOnce,
    notice: notice.show,
  };
  const [networkId, choose] = useLastNetwork(data?.networks.nodes ?? []);
  const refusalContent = here && refusal?.(here);
  const visibleSections = here && !refusalContent ? sections(here) : [];
  return (
    <>
      <Header
        viewer={here?.viewer}
        choice={here && { networks: here.networks, networkId, choose }}
        setProblem={setProblem}
      />
      <main>
        <h1>{title}</h1>
        <div role="alert">{(problem ?? loadProblem) && <p class="problem">{problem ?? loadProblem}</p>}</div>
        {refusalContent}
        {here && !refusalContent && (
          <HereContext.Provider value={here}>
            <Tabs sections={visibleSections} address={address} />
          </HereContext.Provider>
        )}
      </main>
      <NoticeCorner notice={notice} />
    </>
  );
}
