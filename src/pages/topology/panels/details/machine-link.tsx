// A machine in a list of the details panel: a button that shows it; for a hidden machine a link to its inventory page.
import type { PageListedHostFragment } from '../../../../generated/page-operations';
import { inventoryAddress } from '../../../kit/search/found-rows';
import { currentTopology } from '../../state/store';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

interface MachineLinkProps {
  readonly machine: PageListedHostFragment;
  /**
   * Id of the node that the link selects, such as one of the addresses of the machine. If this node is not drawn, the
   * link selects another node of the machine.
   */
  readonly nodeId?: string;
}

export function MachineLink({ machine: { id, displayName, hidden }, nodeId }: MachineLinkProps) {
  const page = usePage();
  const state = usePageState();
  const networkId = currentTopology(state)?.networkId;
  if (hidden && networkId !== undefined)
    return (
      <>
        <a href={inventoryAddress({ kind: 'Host', id, networkId }, networkId, page.scene().at)}>
          <bdi>{displayName}</bdi>
        </a>{' '}
        <span class="quiet">{texts.machineLink.hidden}</span>
      </>
    );
  const show = () => {
    const nodes = [...(state.picture?.nodes.values() ?? [])];
    const drawnNode = nodes.find((node) => node.id === nodeId) ?? nodes.find(({ hostId }) => hostId === id);
    page.show(drawnNode?.id ?? id);
  };
  return (
    <button type="button" class="link" onClick={show}>
      <bdi>{displayName}</bdi>
    </button>
  );
}
