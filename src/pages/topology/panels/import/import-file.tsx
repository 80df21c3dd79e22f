// Imports a file into an empty network: the user drops or chooses the file, sees the plan, and applies it.
import { importCommand } from '../../../kit/commands';
import { planCounts } from '../../../kit/import/import-file';
import { ImportForm } from '../../../kit/import/import-form';
import { ImportPlan } from '../../../kit/import/import-plan';
import { useFileDrop } from '../../../kit/import/use-file-drop';
import { useFileImport } from '../../../kit/import/use-file-import';
import type { TopologyRow } from '../../state/store';
import { Command } from '../command';
import { usePage } from '../use-page';
import { texts } from '../texts';

interface ImportFileProps {
  readonly row: TopologyRow;
  readonly mayImport: boolean;
}

export function ImportFile({ row: { networkId, network }, mayImport }: ImportFileProps) {
  const page = usePage();
  const { wordsFor, notice } = page;
  const imported = () => {
    page.refresh();
    // The guide disappears together with its focused button, so the focus moves to the picture.
    document.getElementById('canvas')?.focus({ preventScroll: true });
  };
  const steps = useFileImport({ networkId, mayImport, wordsFor, notice, imported });
  const { plan, busy, problem, isTooLarge } = steps.state;
  const isOver = useFileDrop(steps.take);
  const status = busy || (plan ? `${plan.fileName}: ${planCounts(plan)}.` : '');
  return (
    <div class={isOver && mayImport ? 'import is-over' : 'import'}>
      {mayImport && <ImportForm steps={steps} />}
      <p role="status" class={status === '' ? 'unseen' : undefined}>
        {status}
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {isTooLarge && (
        <Command
          text={importCommand({ origin: location.origin, network: network.name })}
          name={texts.importFile.import}
        />
      )}
      {plan && <ImportPlan plan={plan} isBusy={busy !== ''} apply={() => steps.apply(plan)} />}
    </div>
  );
}
