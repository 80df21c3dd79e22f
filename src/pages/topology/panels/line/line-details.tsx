// Details of the selected line for users: what the picture says, and the stored facts about the ports at both ends.
import { useEffect, useState } from 'preact/hooks';
import { PageLineEndDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import type { LinePort } from '../../graph/line-evidence';
import { endsOfLink, findSelectedLinks } from '../../graph/lines';
import type { Link } from '../../graph/picture';
import { usePage, usePageState } from '../use-page';
import { LinePanel } from './line-panel';

export function LineDetails({ ids }: { ids: readonly string[] }) {
  const { drawing } = usePageState();
  const { ports, problem } = useLinePorts(findSelectedLinks(drawing?.visible.lines ?? [], ids)?.link);
  return <LinePanel ids={ids} ports={ports} problem={problem} />;
}

export type LinePorts = readonly (LinePort | undefined)[];

/** Reads the ports at both ends of a link. Undefined while they are read; an end that is not a port is undefined. */
function useLinePorts(link: Link | undefined): { readonly ports: LinePorts | undefined; readonly problem: string } {
  const page = usePage();
  const { picture, version } = usePageState();
  const [ports, setPorts] = useState<LinePorts>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!link || !picture) return undefined;
    let isCurrent = true;
    const at = page.instantOf(link.id);
    const read = async (portId: string | null): Promise<LinePort | undefined> =>
      portId === null ? undefined : ((await ask(PageLineEndDocument, { id: portId }, { at })).interface ?? undefined);
    Promise.all(endsOfLink(link, picture).map(({ portId }) => read(portId))).then(
      (answer) => {
        if (!isCurrent) return;
        setPorts(answer);
        setProblem('');
      },
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
      setPorts(undefined);
    };
  }, [link?.id, version]);
  return { ports, problem };
}
