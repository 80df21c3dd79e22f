// For files that do not name the machine on which they were made: the host that the caller names by id, address or
// name.
import { isUuid } from '../../../../platform/text/validation';
import { ImportFileError, type ImportedHost } from './imported-entries';
import { readIp, isHostAddress, lengths, readText } from './values';

/** The host that the caller named. Throws `host_required` if no name was given. */
export function hostCalled(hostName: string | undefined): ImportedHost {
  const parts = { addresses: [], ports: [], services: [], interfaces: [] };
  if (isUuid(hostName)) return { id: hostName.toLowerCase(), ...parts };
  const ip = readIp(hostName);
  if (ip !== undefined && isHostAddress(ip)) return { ...parts, addresses: [{ ip, isName: true }] };
  const name = ip === undefined ? readText(hostName, lengths.name) : undefined;
  if (name === undefined) throw new ImportFileError('host_required', 1);
  return { name, ...parts };
}
