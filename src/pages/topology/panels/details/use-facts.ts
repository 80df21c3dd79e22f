// Reads what the details panel shows about a node from the database: its host, port, service or subnet.
import {
  PageHostDetailsDocument,
  PageInterfaceDetailsDocument,
  PageServiceDetailsDocument,
  PageSubnetDetailsDocument,
} from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import type { Node } from '../../graph/picture';
import { usePage, usePageState } from '../use-page';
import type { Facts } from './facts';
import { useAnswer } from './use-answer';

/**
 * Returns the facts about a node, or an error message if reading them failed. The facts are read again whenever the
 * page receives a new graph.
 */
export function useFacts(id: string, node: Node | undefined): { facts: Facts | undefined; problem: string } {
  const page = usePage();
  const { version } = usePageState();
  const { answer, problem } = useAnswer(() => node && factsOf(node, page.instantOf(id)), [id, version]);
  return { facts: answer, problem };
}

/**
 * Removes counters and signal strengths. These values have no history, and current values say nothing about a past
 * instant.
 */
const withoutReadings = (facts: Facts): Facts =>
  JSON.parse(
    JSON.stringify(facts, (name, value: unknown) => (name === 'counters' || name === 'signal' ? null : value)),
  ) as Facts;

const factsOf = async (node: Node, at: string | null): Promise<Facts> =>
  at === null ? rowsOf(node, at) : withoutReadings(await rowsOf(node, at));

async function rowsOf(node: Node, at: string | null): Promise<Facts> {
  const { hostId } = node;
  const host = async () => (hostId ? ask(PageHostDetailsDocument, { id: hostId }, { at }) : undefined);
  const service = async (id: string) => (await ask(PageServiceDetailsDocument, { id }, { at })).service;
  if (node.shape === 'item') {
    const [ofHost, ofService, ofPort] = await Promise.all([
      host(),
      node.kind === 'Service' ? service(node.id) : undefined,
      node.kind === 'Interface' ? ask(PageInterfaceDetailsDocument, { id: node.id }, { at }) : undefined,
    ]);
    return { ...ofHost, service: ofService, port: ofPort?.interface };
  }
  if (node.kind === 'Subnet' && node.entityId)
    return { subnet: (await ask(PageSubnetDetailsDocument, { id: node.entityId }, { at })).subnet };
  const isSoftware = node.kind === 'Hypervisor' || node.kind === 'ContainerRuntime';
  if (isSoftware && node.entityId) return { service: await service(node.entityId) };
  return { ...(await host()) };
}
