// Converts texts that devices print to values of the agent's report. Pure functions.
import { vlanNumbers } from '../../../../platform/text/vlan-numbers';
import { ipFromText } from '../../../evidence/addresses';
import { parseChassisId, parsePortId } from '../../../evidence/lldp-ids';
import { macFromText } from '../../../evidence/mac';
import type { NeighborFacts } from '../../snmp';

/** The MAC address in the text; undefined for all zeros and for texts that are no MAC address. */
export function macOf(text: string | undefined): string | undefined {
  const mac = text === undefined ? undefined : macFromText(text);
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

/** Whether the MAC address is an individual address, not a group address (multicast, broadcast). */
export const isStation = (mac: string): boolean => (parseInt(mac.slice(0, 2), 16) & 1) === 0;

/** Parses VLAN numbers such as `1-5,10`. Stops at the first part that is neither a VLAN number nor a range. */
export function vlanNumbersOf(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of text.split(',', vlanNumbers.max)) {
    const [, low, high = low] = /^\s*(\d{1,4})\s*(?:-\s*(\d{1,4}))?\s*$/.exec(part) ?? [];
    const [first, last] = [Number(low ?? NaN), Number(high ?? NaN)];
    if (!(first >= vlanNumbers.min && first <= last && last <= vlanNumbers.max)) break;
    for (let one = first; one <= last; one++) numbers.add(one);
  }
  return [...numbers];
}

/** The number in a text of digits, in which commas are ignored (`1,000`); undefined for any other text. */
export function numberOf(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(',', '');
  return digits !== undefined && /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

export const duplexOf = (text: string | undefined): 'Full' | 'Half' | undefined =>
  /full/i.test(text ?? '') ? 'Full' : /half/i.test(text ?? '') ? 'Half' : undefined;

export const statusOf = (isUp: boolean): 'Up' | 'Down' => (isUp ? 'Up' : 'Down');

/**
 * Texts about a neighbor as a device prints them. Placeholders for missing texts, such as `not advertised`, are
 * ignored.
 */
export interface NeighborTexts {
  readonly protocol: 'LLDP' | 'CDP';
  /** The device's name for the subtype of the chassis id; undefined if the device prints none. */
  readonly chassisSubtype?: string | undefined;
  readonly chassisId?: string | undefined;
  readonly portSubtype?: string | undefined;
  readonly portId?: string | undefined;
  readonly systemName?: string | undefined;
  readonly systemDescription?: string | undefined;
  readonly portDescription?: string | undefined;
  readonly platform?: string | undefined;
  readonly managementAddresses?: readonly string[];
}

const placeholder = /^(?:-+|n\/?a|null|none|not advertised|- not advertised|not received|unknown)$/i;
const present = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' || placeholder.test(text.trim()) ? undefined : text.trim();

/** Converts the texts to a neighbor; undefined if chassis id, port id and system name are all missing. */
export function neighborOf(texts: NeighborTexts): NeighborFacts | undefined {
  const { protocol } = texts;
  const [chassis, port, systemName] = [texts.chassisId, texts.portId, texts.systemName].map(present);
  if (chassis === undefined && port === undefined && systemName === undefined) return undefined;
  const [systemDescription, portDescription, platform] = [
    texts.systemDescription,
    texts.portDescription,
    texts.platform,
  ].map(present);
  const isCdp = protocol === 'CDP';
  const chassisId = chassis && parseChassisId(isCdp ? 'local' : texts.chassisSubtype, Buffer.from(chassis));
  const portId = port && parsePortId(isCdp ? 'ifname' : texts.portSubtype, Buffer.from(port));
  const addresses = (texts.managementAddresses ?? []).flatMap((text) => ipFromText(text.trim()) ?? []);
  return {
    ...{ protocol, localPort: 'resolved', managementAddresses: [...new Set(addresses)] },
    ...(chassisId && { chassisId }),
    ...(portId && { portId }),
    ...(systemName !== undefined && { systemName }),
    ...(systemDescription !== undefined && { systemDescription }),
    ...(portDescription !== undefined && { portDescription }),
    ...(platform !== undefined && { platform }),
  };
}
