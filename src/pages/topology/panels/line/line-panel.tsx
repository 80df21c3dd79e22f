// Shows the details of the selected line: its ends with their ports, how it is known, and the lines drawn together with
// it.
import { useEffect, useState } from 'preact/hooks';
import { ownNameOf } from '../../../../modules/topology/graph/ports/port-name';
import { instantWords } from '../../../kit/instants/instant-words';
import { evidenceOfLine, type LineEvidence, type LinePort } from '../../graph/line-evidence';
import {
  endsOfLink,
  findSelectedLinks,
  isCable,
  kindOfLink,
  nameOfEnds,
  nameOfLink,
  type LineEnd,
} from '../../graph/lines';
import type { FoldedCable } from '../../graph/folded-cables';
import type { Link } from '../../graph/picture';
import { mostLines } from '../../state/place';
import { Rows, joinFirst, speed } from '../details/fact-lists';
import { lineHeading } from '../details/line-heading';
import { treeWords } from '../details/port-facts';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

/** What the service stores about a line. */
export interface LineFacts {
  /** The ports at both ends; an end that is not a port is undefined. */
  readonly ports: readonly (LinePort | undefined)[];
  /** The cables that the line stands for, if it does not name the ports at both ends. */
  readonly cables: readonly FoldedCable[];
}

interface LinePanelProps {
  readonly ids: readonly string[];
  /** What the service stores; undefined while it is read, and for visitors, who may not read it. */
  readonly facts?: LineFacts | undefined;
  readonly problem?: string;
}

export function LinePanel({ ids, facts, problem = '' }: LinePanelProps) {
  const page = usePage();
  const { picture, drawing } = usePageState();
  const selection = findSelectedLinks(drawing?.visible.lines ?? [], ids);
  const close = () => {
    page.go({ lines: [] });
    document.getElementById('canvas')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A menu that closes on Escape has prevented the default; a dialog closes by itself.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!picture) return null;
  return (
    <aside class="details" aria-label={texts.detailsOfTheLine}>
      <div class="title">
        <div>
          <span class="quiet">{selection && kindOfLink(selection.link)}</span>
          <h2 id={lineHeading} tabIndex={-1}>
            {selection ? nameOfLink(selection.link, picture) : texts.notDrawn}
          </h2>
        </div>
        <button type="button" class="plain icon" aria-label={texts.closeDetails} onClick={close}>
          ✕
        </button>
      </div>
      {problem && <p class="problem">{problem}</p>}
      {selection && selection.links.length > 1 && <DrawnTogether ids={ids} {...selection} />}
      {selection && <LinkDetails key={selection.link.id} link={selection.link} facts={facts} />}
    </aside>
  );
}

function DrawnTogether({ ids, link, links }: { ids: readonly string[]; link: Link; links: readonly Link[] }) {
  const page = usePage();
  const { picture } = usePageState();
  const listed = links.slice(0, mostListed);
  return (
    <section>
      <h3>{texts.drawnAsOne(links.reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0))}</h3>
      <ul class="answers">
        {listed.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              class="link"
              aria-current={one.id === link.id}
              onClick={() => page.go({ lines: [...new Set([one.id, ...ids])].slice(0, mostLines) })}
            >
              {nameOfLink(one, picture!)}
            </button>{' '}
            <span class="quiet">{kindOfLink(one)}</span>
          </li>
        ))}
      </ul>
      {links.length > mostListed && <p class="quiet">{texts.firstOf(mostListed)}</p>}
    </section>
  );
}
const mostListed = 60;

function LinkDetails({ link, facts }: { link: Link; facts: LineFacts | undefined }) {
  const { picture } = usePageState();
  const [chosenId, setChosenId] = useState<string>();
  const cables = facts?.cables ?? [];
  const cable = cables.find(({ id }) => id === chosenId) ?? cables[0];
  const ends = endsOfLink(link, picture!);
  if (ends.length === 0) return null;
  if (!cable) {
    return (
      <>
        {link.folded && <InFolds link={link} count={link.folded.count} />}
        <Facts {...{ link, ends }} ports={facts?.ports ?? []} isBlocked={link.isBlocked === true} />
      </>
    );
  }
  return (
    <>
      <ul class="answers" hidden={cables.length === 1}>
        {cables.map(({ id, ends: cableEnds }) => (
          <li key={id}>
            <button type="button" class="link" aria-current={id === cable.id} onClick={() => setChosenId(id)}>
              {nameOfEnds(cableEnds)}
            </button>
          </li>
        ))}
      </ul>
      <Facts link={link} {...cable} />
    </>
  );
}

interface FactsProps extends Pick<FoldedCable, 'ends' | 'isBlocked'> {
  readonly link: Link;
  readonly ports: readonly (LinePort | undefined)[];
}

function Facts({ link, ends, ports, isBlocked }: FactsProps) {
  const evidence = evidenceOfLine(ends, ports);
  const downSince = evidence.map((one) => one.downSince).find((instant) => instant !== null);
  const isNamedByEnds = link.folded !== null || ends.every(({ portId }) => portId !== null);
  return (
    <>
      <Rows
        rows={[
          [texts.knownBy, knownWords(link, evidence)],
          [texts.since, evidence[0] && instantWords(evidence[0].since)],
          [texts.down, downSince && texts.downSince(instantWords(downSince))],
          [texts.spanningTree, isBlocked && texts.blocked],
          [texts.label, !isNamedByEnds && link.label],
        ]}
      />
      {ends.map((end, index) => (
        <EndFacts key={end.id} end={end} port={ports[index]} isPortWanted={isCable(link) && !link.folded} />
      ))}
    </>
  );
}

function knownWords({ type, basis }: Link, evidence: readonly LineEvidence[]): string {
  if (evidence.length > 0) return evidence.map((one) => texts.reportedBy(one.basis, one.reporters)).join('; ');
  if (type === 'LearnedMachine') return texts.learned;
  return basis === undefined ? '' : texts.basis(basis);
}

/** Buttons that unfold the folds at the ends of a line which stands for several links. */
function InFolds({ link, count }: { link: Link; count: number }) {
  const page = usePage();
  const { picture } = usePageState();
  const boxes = [link.source, link.target]
    .flatMap((id) => picture!.nodes.get(id) ?? [])
    .filter((node) => node.shape === 'box' && node.fold !== null && !node.fold.isExpanded);
  return (
    <section>
      <p>{texts.inAFold(count)}</p>
      <div class="buttons">
        {boxes.map(({ id, title }) => (
          <button key={id} type="button" class="plain" onClick={() => page.toggle(id)}>
            {texts.unfold(title)}
          </button>
        ))}
      </div>
    </section>
  );
}

interface EndFactsProps {
  readonly end: LineEnd;
  readonly port: LinePort | undefined;
  /** Whether to say that the port is unknown, if it is. */
  readonly isPortWanted: boolean;
}

function EndFacts({ end, port, isPortWanted }: EndFactsProps) {
  const page = usePage();
  const { id, hostId, machineName, portName, operStatus } = end;
  const speedBps = port?.speedBps ?? end.speedBps;
  const vlanWords = ({ vlanNumber, name }: { readonly vlanNumber: number; readonly name: string }) =>
    `${vlanNumber} ${name}`;
  return (
    <section aria-label={texts.end(machineName)}>
      <h3>
        <button type="button" class="link" onClick={() => page.show(portName === null ? id : (hostId ?? id))}>
          {machineName}
        </button>
      </h3>
      {portName === null && isPortWanted && <p class="quiet">{texts.unknownPort}</p>}
      <Rows
        rows={[
          [
            texts.port,
            portName !== null && (
              <button type="button" class="link" onClick={() => page.show(id)}>
                {portName}
              </button>
            ),
          ],
          [texts.alias, end.alias ?? port?.ifAlias],
          [texts.speed, portName !== null && speed(speedBps)],
          [texts.duplex, port?.duplex],
          [
            texts.state,
            [port?.operStatus ?? operStatus, port?.adminStatus && texts.set(port.adminStatus)]
              .filter(Boolean)
              .join(', '),
          ],
          [texts.nativeVlan, port?.nativeVlan && vlanWords(port.nativeVlan)],
          [
            texts.taggedVlans,
            port && joinFirst(port.taggedVlans.toSorted((a, b) => a.vlanNumber - b.vlanNumber).map(vlanWords)),
          ],
          [texts.aggregate, port?.aggregate && ownNameOf(port.aggregate)],
          [texts.spanningTree, port && treeWords(port)],
        ]}
      />
    </section>
  );
}
