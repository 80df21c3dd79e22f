// Collects the VLANs of devices from their VLAN tables and from the VLANs of their ports.
import { isVlanNumber } from '../../platform/text/vlan-numbers';
import type { DeviceFacts } from '../sources/snmp';

/**
 * The VLANs of all devices, sorted by number. If devices have different names for a VLAN, the name of the last device
 * is used.
 */
export function collectVlans(
  devices: Iterable<Pick<DeviceFacts, 'vlans' | 'interfaces'>>,
): { vlan_number: number; name: string }[] {
  const names = new Map<number, string>();
  for (const { vlans, interfaces } of devices) {
    for (const { number, name } of vlans) if (isVlanNumber(number)) names.set(number, name ?? names.get(number) ?? '');
    for (const { nativeVlan, taggedVlans } of interfaces)
      for (const number of nativeVlan === undefined ? taggedVlans : [nativeVlan, ...taggedVlans])
        if (isVlanNumber(number) && !names.has(number)) names.set(number, '');
  }
  return [...names]
    .sort(([a], [b]) => a - b)
    .map(([number, name]) => {
      const clean = [...name.replace(/[\0\ud800-\udfff]/gu, '').trim()].slice(0, 100).join('');
      return { vlan_number: number, name: clean || `VLAN ${number}` };
    });
}
