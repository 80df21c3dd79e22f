// Details of the selected node: its row, its host, and its links.
import { useEffect, useState } from 'preact/hooks';
import {
  PageHostDetailsDocument,
  PageInterfaceDetailsDocument,
  PageServiceDetailsDocument,
  PageSubnetDetailsDocument,
} from '../../../../generated/page-operations';
import { ask } from '../../api/ask';
import type { Node } from '../../graph/picture';
import { failingIdOf, failureQuestion, fullNameOf, kindName, nameOf } from '../../graph/texts';
import { ServiceFacts, SubnetFacts, type Facts } from './facts';
import { HiddenPort } from './hidden-port';
import { HostFacts } from './host-facts';
import { Identity } from './identity';
import { Links } from './links';
import { Neighbours } from './neighbours';
import { PortFacts } from './port-facts';
import { usePage, usePageState } from '../use-page';

/** Readings have no history: those of now say nothing of an instant that is over. */
const withoutReadings = (facts: Facts): Facts =>
  JSON.parse(
    JSON.stringify(facts, (name, value: unknown) => (name === 'counters' || name === 'signal' ? null : value)),
  ) as Facts;

const factsOf = async (node: Node, at: string | null): Promise<Facts> =>
  at === null ? rowsOf(node, at) : withoutReadings(await rowsOf(node, at));

/** Asks for the rows that the node stands for or belongs to. */
async function rowsOf(node: Node, at: string | null): Promise<Facts> {
  const { hostId } = node;
  const host = async () => (hostId ? (await ask(PageHostDetailsDocument, { id: hostId }, { at })).host : undefined);
  const service = async (id: string) => (await ask(PageServiceDetailsDocument, { id }, { at })).service;
  if (node.shape === 'item') {
    const [ofHost, ofService, ofPort] = await Promise.all([
      host(),
      node.kind === 'Service' ? service(node.id) : undefined,
      node.kind === 'Interface' ? ask(PageInterfaceDetailsDocument, { id: node.id }, { at }) : undefined,
    ]);
    return { host: ofHost, service: ofService, port: ofPort?.interface };
  }
  if (node.kind === 'Subnet' && node.entityId)
    return { subnet: (await ask(PageSubnetDetailsDocument, { id: node.entityId }, { at })).subnet };
  const isSoftware = node.kind === 'Hypervisor' || node.kind === 'ContainerRuntime';
  if (isSoftware && node.entityId) return { service: await service(node.entityId) };
  return { host: await host() };
}

// eslint-disable-next-line max-lines-per-function -- the markup of one panel, in its order
export function Details({ id }: { id: string }) {
  const page = usePage();
  const { picture, drawn, place, version, difference } = usePageState();
  const [facts, setFacts] = useState<Facts>();
  const [problem, setProblem] = useState('');
  const node = picture?.nodes.get(id);
  useEffect(() => {
    if (!node) return undefined;
    let isCurrent = true;
    factsOf(node, page.instantOf(id)).then(
      (answer) => {
        if (!isCurrent) return;
        setFacts(answer);
        setProblem('');
      },
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, version]);
  const close = () => {
    page.go({ selected: null });
    // The button that had the focus is gone.
    document.getElementById('canvas')?.focus({ preventScroll: true });
  };
  if (!drawn) return null;
  if (!node) return page.scene().at === null ? <HiddenPort key={id} id={id} /> : null;
  const absence = page.absenceOf(id);
  const fold = node.shape === 'box' && node.kind === 'Fold' ? node.fold : null;
  const around = node.parentId === null ? undefined : picture?.nodes.get(node.parentId);
  const isClosed = drawn.shown.isClosed.has(id);
  const canClose = node.shape === 'box' && (drawn.shown.sizeOf.get(id) ?? 0) > 0;
  return (
    <aside class="details" aria-label="Details" aria-busy={facts === undefined}>
      <div class="title">
        <div>
          <span class="quiet">
            {kindName(node)}
            {absence && `, ${absence}`}
          </span>
          <h2>{nameOf(node)}</h2>
        </div>
        <button type="button" class="plain icon" aria-label="Close details" onClick={close}>
          ✕
        </button>
      </div>
      <div class="buttons" role="group" aria-label={`Questions about ${fullNameOf(node)}`}>
        {canClose && (
          <button type="button" class="plain" onClick={() => page.toggle(id)}>
            {fold ? (isClosed ? 'Unfold' : 'Fold') : isClosed ? 'Open box' : 'Close box'}
          </button>
        )}
        <button type="button" class="plain" aria-pressed={place.from === id} onClick={() => page.beginPath(id)}>
          Path from here
        </button>
        <button type="button" class="plain" aria-pressed={place.to === id} onClick={() => page.go({ to: id }, true)}>
          Path to here
        </button>
        <button
          type="button"
          class="plain"
          aria-pressed={place.root === id}
          onClick={() => page.go({ root: id }, true)}
        >
          Look from here
        </button>
        <button
          type="button"
          class="plain"
          aria-pressed={place.failing.includes(failingIdOf(node))}
          onClick={() => page.fail(toggled(place.failing, failingIdOf(node)))}
        >
          {failureQuestion(node)}
        </button>
      </div>
      {problem && <p class="problem">{problem}</p>}
      {fold && (
        <p>
          {fold.summary}. {fold.reason}
          {difference?.folded.nodes.has(id) && ` Changes inside: ${difference.folded.nodes.get(id)}.`}
        </p>
      )}
      {around?.shape === 'box' && around.kind === 'Fold' && (
        <p class="quiet">
          In{' '}
          <button type="button" class="link" onClick={() => page.show(around.id)}>
            {around.title}
          </button>
        </p>
      )}
      {facts?.service && <ServiceFacts service={facts.service} />}
      {facts?.port && <PortFacts port={facts.port} />}
      {facts?.port && page.instantOf(id) === null && !absence && <Links key={facts.port.id} portId={facts.port.id} />}
      {facts?.subnet && <SubnetFacts subnet={facts.subnet} />}
      {facts?.host && <HostFacts host={facts.host} isPart={node.shape === 'item' && node.kind !== 'Host'} />}
      {facts?.host && page.instantOf(id) === null && !absence && (
        <Identity key={facts.host.id} hostId={facts.host.id} />
      )}
      <Neighbours key={`${id} ${version}`} id={id} />
    </aside>
  );
}

const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
