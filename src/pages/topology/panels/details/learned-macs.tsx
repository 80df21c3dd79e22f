// Lists the MAC addresses that a port has learned, each with the machine that has it.
import { useEffect, useState } from 'preact/hooks';
import { PageMachinesOfMacsDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { currentTopology } from '../../state/store';
import { usePage, usePageState } from '../use-page';
import { List } from './fact-lists';
import { texts } from './texts';

/** Maximum number of MAC addresses that are listed. A trunk port learns the addresses of whole buildings. */
const mostMacs = 50;

interface Machine {
  readonly id: string;
  readonly displayName: string;
}

export function LearnedMacs({ macs, at }: { macs: readonly string[]; at: string | null }) {
  const page = usePage();
  const networkId = currentTopology(usePageState())?.networkId;
  const [machines, setMachines] = useState<ReadonlyMap<string, Machine>>(new Map());
  const [problem, setProblem] = useState('');
  const listed = macs.slice(0, mostMacs);
  useEffect(() => {
    let isCurrent = true;
    if (networkId === undefined || listed.length === 0) return undefined;
    ask(PageMachinesOfMacsDocument, { networkId, macAddresses: listed }, { at }).then(
      ({ ipAddresses, interfaces }) => {
        if (!isCurrent) return;
        // If the same MAC address is stored with an IP address and with an interface, the machine of the interface is
        // shown, because the interface owns the MAC address.
        const owners = [...ipAddresses.nodes, ...interfaces.nodes].flatMap(({ macAddress, host }) =>
          macAddress !== null && host ? [[macAddress, host] as const] : [],
        );
        setMachines(new Map(owners));
        setProblem('');
      },
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [networkId, listed.join(), at]);
  return (
    <>
      <List title={texts.learnedMacs.learnedMacAddresses} count={macs.length} shownCount={listed.length} isOpen>
        {listed.map((mac) => {
          const machine = machines.get(mac);
          return (
            <li key={mac}>
              {mac}{' '}
              {machine && (
                <button type="button" class="link" onClick={() => page.show(machine.id)}>
                  <bdi>{machine.displayName}</bdi>
                </button>
              )}
            </li>
          );
        })}
      </List>
      {problem && <p class="problem">{problem}</p>}
    </>
  );
}
