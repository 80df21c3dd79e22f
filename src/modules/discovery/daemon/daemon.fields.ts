// Checks the name, mode, URL and version of a daemon for all mutations that write them.
import { AppError } from '../../../errors';
import { orEmpty, text } from '../../../graphql/plugin/bounds';
import type { DaemonMode } from '../../../generated/prisma/enums';

export interface DaemonFields {
  readonly name?: string | null;
  readonly mode?: DaemonMode | null;
  readonly url?: string | null;
  readonly version?: string | null;
}

export const daemonFieldHelp = {
  name: '1 to 100 characters.',
  url: 'URL at which the server connects to a `server_poll` daemon: http or https, at most 2000 characters. Empty or left out: none.',
  version: 'Semantic version, at most 100 characters.',
} as const;

function assertHttpUrl(field: string, url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new AppError('validation_invalid_format', { field });
}

/** Length and format of a daemon's URL. An empty text means that the daemon has no URL. */
export const urlBounds = {
  extensions: { ...text(0, 2000).extensions, form: orEmpty(assertHttpUrl) },
};

/**
 * Returns the columns to write; omitted fields stay undefined. Throws 400 `validation_required` for the mode
 * `server_poll` without a URL.
 */
export function checkedDaemonFields({ name, mode, url, version }: DaemonFields) {
  if (mode === 'server_poll' && (url === null || url === ''))
    throw new AppError('validation_required', { field: 'url' });
  return { name: name ?? undefined, mode: mode ?? undefined, url: url === null ? '' : url, version };
}
