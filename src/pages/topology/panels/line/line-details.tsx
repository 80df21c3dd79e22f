// Details of the selected line for users: what the picture says, and the stored facts about the ports at both ends.
import { useEffect } from 'preact/hooks';
import { PageCablesBetweenDocument, PageLineEndDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { cablesBetween } from '../../graph/folded-cables';
import type { LinePort } from '../../graph/line-evidence';
import { endsOfLink, findSelectedLinks, isCable, type LineEnd } from '../../graph/lines';
import type { Link } from '../../graph/picture';
import { currentTopology } from '../../state/store';
import { useAnswer } from '../details/use-answer';
import { usePage, usePageState } from '../use-page';
import { LinePanel, type LineFacts } from './line-panel';

export function LineDetails({ ids }: { ids: readonly string[] }) {
  const { drawing } = usePageState();
  const { facts, problem } = useLineFacts(findSelectedLinks(drawing?.visible.lines ?? [], ids)?.link);
  return <LinePanel ids={ids} facts={facts} problem={problem} />;
}

/** Reads the facts about a link. Undefined while they are read. */
function useLineFacts(link: Link | undefined): { readonly facts: LineFacts | undefined; readonly problem: string } {
  const page = usePage();
  const state = usePageState();
  const { picture, version } = state;
  const networkId = currentTopology(state)?.networkId;
  const { answer, problem, forget } = useAnswer(() => {
    if (!link || !picture || networkId === undefined) return undefined;
    return factsOf(link, endsOfLink(link, picture), networkId, page.instantOf(link.id));
  }, [link?.id, version]);
  useEffect(() => forget, [link?.id]);
  return { facts: answer, problem };
}

async function factsOf(link: Link, ends: readonly LineEnd[], networkId: string, at: string | null): Promise<LineFacts> {
  const [from, to] = ends;
  const isIncomplete = isCable(link) && (link.folded !== null || ends.some(({ portId }) => portId === null));
  if (isIncomplete && from?.hostId && to?.hostId) {
    const hosts = { one: from.hostId, other: to.hostId };
    const { interfaces } = await ask(PageCablesBetweenDocument, { networkId, ...hosts }, { at });
    const cables = cablesBetween(interfaces.nodes, [from, to]);
    if (cables.length > 0) return { ports: [], cables };
  }
  const portOf = async ({ portId }: LineEnd): Promise<LinePort | undefined> =>
    portId === null ? undefined : ((await ask(PageLineEndDocument, { id: portId }, { at })).interface ?? undefined);
  return { ports: await Promise.all(ends.map(portOf)), cables: [] };
}
