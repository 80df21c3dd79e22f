// Reads a search text as a device and one of its ports, and compares names of ports with it.
import { portNotations, withoutSeparators } from '../../../../platform/text/port-words';

/** What a search text such as `switch1 Gi1/0/12` names: a device, and a port of this device. */
export interface PortOfDevice {
  readonly device: string;
  readonly port: string;
}

const fillers = new Set(['on', 'of', 'at', 'port', 'interface']);
const portLike = /\d[)\]]?$/;

/**
 * The ways to read a search text as a port and a device, in both orders. An empty `device` means the selected device.
 * Empty for a text that names no port.
 */
export function readPortOfDevice(text: string): PortOfDevice[] {
  const all = text.trim().toLowerCase().split(/\s+/);
  const words = all.filter((word) => !fillers.has(word));
  if (all.length < 2 || words.length === 0) return [];
  const [first, last] = [words[0]!, words.at(-1)!];
  const ways =
    words.length === 1
      ? [{ device: '', port: first }]
      : [
          { device: first, port: words.slice(1).join('') },
          { device: last, port: words.slice(0, -1).join('') },
          { device: words.slice(0, -1).join(' '), port: last },
        ];
  return ways.filter(
    ({ device, port }, at) =>
      portLike.test(port) && ways.findIndex((other) => other.device === device && other.port === port) === at,
  );
}

/**
 * Whether a port is the one that a search names: in any notation of its name, or by the numbers at the end of its name
 * (`12` or `0/12` for `Gi1/0/12`).
 */
export function isPortNamed(names: readonly (string | null)[], port: string): boolean {
  const text = withoutSeparators(port.toLowerCase());
  const isNumbers = /^\d+([/:.]\d+)*$/.test(text);
  const notations = portNotations(port)?.notations ?? [text];
  return names.some((name) => {
    if (name === null) return false;
    const own = withoutSeparators(name.toLowerCase());
    return notations.includes(own) || (isNumbers && own.endsWith(text) && !/\d/.test(own.at(-text.length - 1) ?? ''));
  });
}
