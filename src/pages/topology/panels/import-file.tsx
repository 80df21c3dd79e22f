// Filling an empty network with a file: dropped on the page or chosen, shown as a plan, and imported when that is wanted.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportFormat } from '../../../generated/page-operations';
import { importCommand } from '../../kit/commands';
import { applyPlan, countsOf, formatNames, isHostWanting, planFile, TooLarge, type Plan } from '../state/import-file';
import type { TopologyRow } from '../state/store';
import { Command } from './command';
import { usePage } from './use-page';

interface ImportFileProps {
  readonly row: TopologyRow;
  readonly mayImport: boolean;
}

// eslint-disable-next-line max-lines-per-function -- one form, whose steps share what is read and shown
export function ImportFile({ row: { networkId, network }, mayImport }: ImportFileProps) {
  const page = usePage();
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState<ImportFormat>();
  const [host, setHost] = useState('');
  const [asksHost, setAsksHost] = useState(false);
  const [plan, setPlan] = useState<Plan>();
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  const [isTooLarge, setTooLarge] = useState(false);
  const [isOver, setOver] = useState(false);
  const reading = useRef(new AbortController());
  const isHere = useRef(true);
  const applies = useRef(false);
  useEffect(
    () => () => {
      isHere.current = false;
      reading.current.abort();
    },
    [],
  );

  /** The newest file and choice count. */
  const read = async (wanted: File, chosen = format): Promise<void> => {
    if (applies.current) return;
    reading.current.abort();
    const { signal } = (reading.current = new AbortController());
    setFile(wanted);
    setPlan(undefined);
    setProblem('');
    setTooLarge(false);
    setBusy(`Reading ${wanted.name}…`);
    try {
      const made = await planFile({ networkId, file: wanted, format: chosen, host }, signal);
      if (!signal.aborted) setPlan(made);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(page.wordsFor(error));
      setTooLarge(error instanceof TooLarge);
      setAsksHost(asksHost || isHostWanting(error));
    }
    if (!signal.aborted) setBusy('');
  };
  const take = (files: FileList | null | undefined): void => {
    const [first, ...others] = files ?? [];
    if (!mayImport) setProblem('Importing a file takes the permissions of a Member.');
    else if (others.length > 0) setProblem('One file at a time: each gives a plan of its own.');
    else if (first) void read(first);
  };
  const apply = async (made: Plan): Promise<void> => {
    if (applies.current) return;
    applies.current = true;
    setProblem('');
    setBusy(`Importing ${made.fileName}…`);
    try {
      await applyPlan(made);
      page.notice(`${made.fileName} is imported.`);
      page.refresh();
      // The button that had the focus goes with the guide.
      document.getElementById('canvas')?.focus({ preventScroll: true });
      setPlan(undefined);
    } catch (error) {
      const words = page.wordsFor(error);
      setPlan(undefined);
      setProblem(words);
      // What has filled the network meanwhile has taken the guide from the page.
      if (!isHere.current) page.notice(words);
    } finally {
      applies.current = false;
      setBusy('');
    }
  };

  const newest = useRef(take);
  newest.current = take;
  useEffect(() => {
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      // Otherwise the browser leaves the page for the file.
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      setOver(false);
      newest.current(event.dataTransfer?.files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);

  const words = busy || (plan ? `${plan.fileName}: ${countsOf(plan)}.` : '');
  return (
    <div class={isOver && mayImport ? 'import is-over' : 'import'}>
      {mayImport && (
        <form
          aria-label="Import a file"
          onSubmit={(event) => {
            event.preventDefault();
            if (file) void read(file);
          }}
        >
          <p>
            What other tools know comes as a file of up to 2 MB, dropped anywhere on this page or chosen here. What
            would become of it is shown before anything is written.
          </p>
          <div class="fields">
            <label for="import-file">File</label>
            <input
              id="import-file"
              type="file"
              onChange={({ currentTarget }) => {
                take(currentTarget.files);
                // The same file can be chosen again, when it is another by now.
                currentTarget.value = '';
              }}
            />
            <label for="import-format">Format</label>
            <select
              id="import-format"
              value={format ?? ''}
              onChange={({ currentTarget }) => {
                const chosen = (currentTarget.value || undefined) as ImportFormat | undefined;
                setFormat(chosen);
                if (file) void read(file, chosen);
              }}
            >
              <option value="">by its content</option>
              {Object.entries(formatNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
            {(asksHost || format === 'LldpcliJson' || format === 'BridgeFdbJson') && (
              <>
                <label for="import-host">Made on</label>
                <input
                  id="import-host"
                  type="text"
                  value={host}
                  maxLength={255}
                  spellcheck={false}
                  autocomplete="off"
                  placeholder="name or address of the machine"
                  onInput={({ currentTarget }) => setHost(currentTarget.value)}
                />
              </>
            )}
          </div>
          {file && (
            <button type="submit" class="plain" disabled={busy !== ''}>
              Read {file.name} again
            </button>
          )}
        </form>
      )}
      <p role="status" class={words === '' ? 'unseen' : undefined}>
        {words}
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {isTooLarge && <Command text={importCommand({ origin: location.origin, network: network.name })} name="Import" />}
      {plan && <PlanShown plan={plan} isBusy={busy !== ''} apply={() => void apply(plan)} />}
    </div>
  );
}

function PlanShown({ plan, isBusy, apply }: { plan: Plan; isBusy: boolean; apply: () => void }) {
  const { created, changed, matched, refused, createdRows, changedRows, matchedRows, refusedRows } = plan;
  const kinds = [
    ['To create', created, createdRows],
    ['To change', changed, changedRows],
    ['There already', matched, matchedRows],
    ['Left out', refused, refusedRows],
  ] as const;
  return (
    <section aria-label="Plan of the import">
      {kinds.map(
        ([title, count, { nodes }]) =>
          count > 0 && (
            <div key={title}>
              <h3>
                {title} ({count})
              </h3>
              <ul>
                {nodes.map(({ id, line, kind, name, fields, differences, sameAsLine, reason, code }) => (
                  <li key={id}>
                    <span class="quiet">line {line}</span> {kind} <bdi>{name}</bdi>
                    {sameAsLine !== null && `, as in line ${sameAsLine}`}
                    {differences.length === 0 && fields.length > 0 && `: ${fields.join(', ')}`}
                    {(reason ?? code) !== null && `: ${reason ?? code}`}
                    {differences.map(({ field, part, before, after, isKept }) => (
                      <div class="quiet" key={`${field} ${part} ${after}`}>
                        {field} {part && <bdi>{part}</bdi>} <bdi>{before ?? 'nothing'}</bdi>
                        {isKept ? ' stays, not ' : ' → '}
                        <bdi>{after ?? 'nothing'}</bdi>
                      </div>
                    ))}
                  </li>
                ))}
                {count > nodes.length && <li class="quiet">and {count - nodes.length} more</li>}
              </ul>
            </div>
          ),
      )}
      {created + changed === 0 ? (
        <p>There is nothing to import.</p>
      ) : (
        <button type="button" disabled={isBusy} onClick={apply}>
          Import
        </button>
      )}
    </section>
  );
}
