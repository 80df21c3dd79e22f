// The form of an import: the file, its format, and the host on which it was created.
import type { ImportFormat } from '../../../generated/kit-operations';
import { formatNames } from './import-file';
import type { FileImport } from './use-file-import';
import { texts } from '../words/texts';

/**
 * Formats whose files do not name the host on which they were created. For these formats, the form asks for the host.
 */
const formatsWithoutHost: readonly (ImportFormat | undefined)[] = ['LldpcliJson', 'BridgeFdbJson'];

export function ImportForm({ steps }: { steps: FileImport }) {
  const { file, format, host, asksHost, busy } = steps.state;
  return (
    <form
      aria-label={texts.importForm.importAFile}
      onSubmit={(event) => {
        event.preventDefault();
        steps.reread();
      }}
    >
      <p>{texts.importForm.importAFile2}</p>
      <div class="fields">
        <label for="import-file">{texts.importForm.file}</label>
        <input
          id="import-file"
          type="file"
          onChange={({ currentTarget }) => {
            steps.take(currentTarget.files);
            // Browsers report no change if the same file is chosen again. The field is emptied, so that the user can
            // choose the same file after editing it.
            currentTarget.value = '';
          }}
        />
        <label for="import-format">{texts.importForm.format}</label>
        <select
          id="import-format"
          value={format ?? ''}
          onChange={({ currentTarget }) => {
            steps.setFormat((currentTarget.value || undefined) as ImportFormat | undefined);
          }}
        >
          <option value="">{texts.importForm.detectFromTheContent}</option>
          {Object.entries(formatNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        {(asksHost || formatsWithoutHost.includes(format)) && (
          <>
            <label for="import-host">{texts.importForm.host}</label>
            <input
              id="import-host"
              type="text"
              value={host}
              maxLength={255}
              spellcheck={false}
              autocomplete="off"
              placeholder={texts.importForm.nameOrAddress}
              onInput={({ currentTarget }) => steps.setHost(currentTarget.value)}
            />
          </>
        )}
      </div>
      {file && (
        <button type="submit" class="plain" disabled={busy !== ''}>
          {texts.importForm.readAgain(file.name)}
        </button>
      )}
    </form>
  );
}
