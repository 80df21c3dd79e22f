// The steps of an import: reads a file, shows its plan, and applies the plan.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportFormat } from '../../../generated/kit-operations';
import { applyPlan, isHostWanting, planFile, TooLarge, type Plan } from './import-file';

interface ImportState {
  readonly file?: File;
  /** The format of the file; undefined if the service should detect the format from the content. */
  readonly format?: ImportFormat | undefined;
  /** Name or IP address of the host on which the file was created. */
  readonly host: string;
  readonly asksHost: boolean;
  readonly plan?: Plan | undefined;
  readonly applied?: Plan | undefined;
  readonly busy: string;
  readonly problem: string;
  readonly isTooLarge: boolean;
}

export interface FileImport {
  readonly state: ImportState;
  /** Reads the file that the user has chosen or dropped. Shows an error if there are several files. */
  take(files: FileList | null | undefined): void;
  setFormat(format: ImportFormat | undefined): void;
  setHost(host: string): void;
  /** Reads the same file once more, because the user may have edited it. */
  reread(): void;
  apply(plan: Plan): void;
}

interface Importing {
  readonly networkId: string;
  readonly mayImport: boolean;
  readonly wordsFor: (error: unknown) => string;
  readonly notice: (words: string) => void;
  readonly imported: () => void;
}

export function useFileImport({ networkId, mayImport, wordsFor, notice, imported }: Importing): FileImport {
  const [state, setState] = useState<ImportState>({
    ...{ host: '', asksHost: false, busy: '', problem: '', isTooLarge: false },
  });
  const change = (part: Partial<ImportState>) => setState((before) => ({ ...before, ...part }));
  const { file, format, host } = state;
  const reading = useRef(new AbortController());
  const isHere = useRef(true);
  const isApplying = useRef(false);
  useEffect(
    () => () => {
      isHere.current = false;
      reading.current.abort();
    },
    [],
  );

  /** If the user chooses another file or format meanwhile, the response is ignored. */
  const read = async (newFile: File, newFormat: ImportFormat | undefined): Promise<void> => {
    if (isApplying.current) return;
    reading.current.abort();
    const { signal } = (reading.current = new AbortController());
    change({
      file: newFile,
      plan: undefined,
      applied: undefined,
      problem: '',
      isTooLarge: false,
      busy: `Reading ${newFile.name}…`,
    });
    try {
      const plan = await planFile({ networkId, file: newFile, format: newFormat, host }, signal);
      if (!signal.aborted) change({ plan, busy: '' });
    } catch (error) {
      if (signal.aborted) return;
      const [problem, isTooLarge] = [wordsFor(error), error instanceof TooLarge];
      setState((before) => ({
        ...{ ...before, problem, isTooLarge, busy: '' },
        asksHost: before.asksHost || isHostWanting(error),
      }));
    }
  };
  const apply = async (plan: Plan): Promise<void> => {
    if (isApplying.current) return;
    isApplying.current = true;
    change({ problem: '', busy: `Importing ${plan.fileName}…` });
    try {
      await applyPlan(plan);
      notice(`${plan.fileName} was imported.`);
      imported();
      change({ plan: undefined, applied: plan });
    } catch (error) {
      const problem = wordsFor(error);
      change({ plan: undefined, problem });
      // The form is removed once the network has rows, which another user may have added. The error is then shown as a
      // notice.
      if (!isHere.current) notice(problem);
    } finally {
      isApplying.current = false;
      change({ busy: '' });
    }
  };

  return {
    state,
    take(files) {
      const [first, ...others] = files ?? [];
      if (!mayImport) change({ problem: 'Importing a file needs the role Member.' });
      else if (others.length > 0) change({ problem: 'Import one file at a time.' });
      else if (first) void read(first, format);
    },
    setFormat(newFormat) {
      change({ format: newFormat });
      if (file) void read(file, newFormat);
    },
    setHost: (newHost) => change({ host: newHost }),
    reread: () => file && void read(file, format),
    apply: (plan) => void apply(plan),
  };
}
