// Builds the host for files that do not name the machine on which they were made. Instead, the caller of the import
// says which host this machine is: its id, IP address or name.
import { isUuid } from '../../../../platform/text/validation';
import { ImportFileError, type ImportedHost } from './imported-entries';
import { readIp, isHostAddress, lengths, readText } from './values';

/**
 * Returns the host that the caller named by id, IP address or host name. Throws `host_required` if the caller named no
 * host.
 */
export function hostCalled(hostName: string | undefined): ImportedHost {
  const parts = { addresses: [], ports: [], services: [], interfaces: [] };
  if (isUuid(hostName)) return { id: hostName.toLowerCase(), ...parts };
  const ip = readIp(hostName);
  if (ip !== undefined && isHostAddress(ip)) return { ...parts, addresses: [{ ip, isName: true }] };
  const name = ip === undefined ? readText(hostName, lengths.name) : undefined;
  if (name === undefined) throw new ImportFileError('host_required', 1);
  return { name, ...parts };
}
