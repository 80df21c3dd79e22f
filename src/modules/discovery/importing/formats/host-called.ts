// The machine that a file was made on, if the file does not name it: given by id, address or name.
import { isUuid } from '../../../../platform/text/validation';
import { ImportFileError, type ImportedHost } from './imported-entries';
import { ipOf, isHostAddress, lengths, textOf } from './values';

/** Throws `host_required` without a usable value. */
export function hostCalled(given: string | undefined): ImportedHost {
  const parts = { addresses: [], ports: [], services: [], interfaces: [] };
  if (isUuid(given)) return { id: given.toLowerCase(), ...parts };
  const ip = ipOf(given);
  if (ip !== undefined && isHostAddress(ip)) return { ...parts, addresses: [{ ip, isName: true }] };
  const name = ip === undefined ? textOf(given, lengths.name) : undefined;
  if (name === undefined) throw new ImportFileError('host_required', 1);
  return { name, ...parts };
}
