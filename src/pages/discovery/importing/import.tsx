// Imports a file of another tool into the network. The user chooses or drops the file, sees the plan of the import, and
// applies the plan.
import { Refusal } from '../../kit/ask';
import { errorText } from '../../kit/asking';
import { Copyable } from '../../kit/command';
import { importCommand } from '../../kit/commands';
import { planCounts } from '../../kit/import/import-file';
import { ImportForm } from '../../kit/import/import-form';
import { ImportPlan } from '../../kit/import/import-plan';
import { useFileDrop } from '../../kit/import/use-file-drop';
import { useFileImport } from '../../kit/import/use-file-import';
import { useHere } from '../parts/here';
import { texts } from '../page-texts';

/** The message for an error. If the browser cannot read the file, the browser's message is shown. */
const wordsFor = (error: unknown): string =>
  error instanceof Error && !(error instanceof Refusal) ? error.message : errorText(error);

export function Import() {
  const { network, may, notice } = useHere();
  const mayImport = may('planImport') && may('applyImport');
  const imported = () => document.getElementById('part-title')?.focus();
  const steps = useFileImport({ networkId: network.id, mayImport, wordsFor, notice, imported });
  const isOver = useFileDrop(steps.take);
  const { plan, applied, busy, problem, isTooLarge } = steps.state;
  const status = busy || (plan ? `${plan.fileName}: ${planCounts(plan)}.` : '');
  if (!mayImport) return <p>{texts.import.importingAFileNeeds}</p>;
  return (
    <div class={isOver ? 'import is-over' : 'import'}>
      <ImportForm steps={steps} />
      <p role="status" class={status === '' ? 'unseen' : undefined}>
        {status}
      </p>
      {applied && (
        <p>
          {texts.import.wasImported(applied.fileName, applied.created, applied.changed)}{' '}
          <a href={`/topology?network=${network.id}`}>{texts.follow.seeTheMap}</a>
          {texts.follow.or} <a href={`/inventory/${network.id}/hosts`}>{texts.follow.listOfHosts}</a>.
        </p>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {isTooLarge && (
        <Copyable
          text={importCommand({ origin: location.origin, network: network.name })}
          name={texts.import.importCommand}
          notice={notice}
        />
      )}
      {plan && <ImportPlan plan={plan} isBusy={busy !== ''} apply={() => steps.apply(plan)} />}
    </div>
  );
}
