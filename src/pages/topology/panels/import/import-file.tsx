// Imports a file into an empty network: the user drops or chooses the file, sees the plan, and applies it.
import { importCommand } from '../../../kit/commands';
import { countsOf } from '../../state/import-file';
import type { TopologyRow } from '../../state/store';
import { Command } from '../command';
import { ImportForm } from './import-form';
import { ImportPlan } from './import-plan';
import { useFileDrop } from './use-file-drop';
import { useFileImport } from './use-file-import';

interface ImportFileProps {
  readonly row: TopologyRow;
  readonly mayImport: boolean;
}

export function ImportFile({ row: { networkId, network }, mayImport }: ImportFileProps) {
  const steps = useFileImport(networkId, mayImport);
  const { plan, busy, problem, isTooLarge } = steps.state;
  const isOver = useFileDrop(steps.take);
  const status = busy || (plan ? `${plan.fileName}: ${countsOf(plan)}.` : '');
  return (
    <div class={isOver && mayImport ? 'import is-over' : 'import'}>
      {mayImport && <ImportForm steps={steps} />}
      <p role="status" class={status === '' ? 'unseen' : undefined}>
        {status}
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {isTooLarge && <Command text={importCommand({ origin: location.origin, network: network.name })} name="Import" />}
      {plan && <ImportPlan plan={plan} isBusy={busy !== ''} apply={() => steps.apply(plan)} />}
    </div>
  );
}
