// Writes a record file for the SNMP simulator: a switch with many ports and many learned MAC addresses.
import { writeFileSync } from 'node:fs';

const twoDigits = (number: number): string => number.toString(16).padStart(2, '0');

/** The bytes of the `number`th MAC address. The first three bytes are a fixed prefix. */
const bytesOf = (number: number): number[] => [2, 1, 0, (number >> 16) & 255, (number >> 8) & 255, number & 255];
export const toMac = (number: number): string =>
  bytesOf(number)
    .map((byte) => twoDigits(byte).toUpperCase())
    .join(':');

interface LargeSwitch {
  readonly ports: number;
  readonly learned: number;
  /**
   * The number of the switch, below 65,536. Switches with different numbers are different devices, with different
   * machines behind them.
   */
  readonly number?: number;
}

/**
 * Writes the record file: ifIndexes start at 1001, bridge port numbers at 1, and every port has an LLDP neighbor.
 * Learned MAC addresses are distributed evenly over the ports.
 */
export function writeLargeSwitch(file: string, { ports, learned, number: device = 0 }: LargeSwitch): void {
  const ownHex = twoDigits(device >> 8) + twoDigits(device & 255);
  const rows: string[] = [
    '1.3.6.1.2.1.1.1.0|4|Large switch',
    `1.3.6.1.2.1.1.5.0|4|large ${device}`,
    '1.3.6.1.2.1.47.1.1.1.1.5.1|2|3',
    `1.3.6.1.2.1.47.1.1.1.1.11.1|4|SN${device}`,
    '1.3.6.1.2.1.17.7.1.4.3.1.1.1|4|default',
    '1.0.8802.1.1.2.1.3.1.0|2|4',
    `1.0.8802.1.1.2.1.3.2.0|4x|0201ff${ownHex}ff`,
  ];
  for (let port = 1; port <= ports; port++) {
    const index = 1000 + port;
    rows.push(
      `1.3.6.1.2.1.2.2.1.2.${index}|4|GigabitEthernet1/0/${port}`,
      `1.3.6.1.2.1.2.2.1.3.${index}|2|6`,
      `1.3.6.1.2.1.2.2.1.5.${index}|66|1000000000`,
      `1.3.6.1.2.1.2.2.1.6.${index}|4x|0200ff${ownHex}${twoDigits(port)}`,
      `1.3.6.1.2.1.2.2.1.7.${index}|2|1`,
      `1.3.6.1.2.1.2.2.1.8.${index}|2|1`,
      `1.3.6.1.2.1.31.1.1.1.1.${index}|4|Gi1/0/${port}`,
      `1.3.6.1.2.1.31.1.1.1.15.${index}|66|1000`,
      `1.3.6.1.2.1.31.1.1.1.18.${index}|4|to machine ${port}`,
      `1.3.6.1.2.1.17.1.4.1.2.${port}|2|${index}`,
      `1.3.6.1.2.1.17.7.1.4.5.1.1.${port}|66|1`,
      `1.0.8802.1.1.2.1.3.7.1.2.${port}|2|5`,
      `1.0.8802.1.1.2.1.3.7.1.3.${port}|4|Gi1/0/${port}`,
      `1.0.8802.1.1.2.1.4.1.1.4.0.${port}.1|2|4`,
      `1.0.8802.1.1.2.1.4.1.1.5.0.${port}.1|4x|0200ee0000${twoDigits(port)}`,
      `1.0.8802.1.1.2.1.4.1.1.6.0.${port}.1|2|5`,
      `1.0.8802.1.1.2.1.4.1.1.7.0.${port}.1|4|eth0`,
      `1.0.8802.1.1.2.1.4.1.1.9.0.${port}.1|4|machine-${port}`,
      `1.0.8802.1.1.2.1.4.1.1.10.0.${port}.1|4|${'A long description of a system. '.repeat(6)}`,
      `1.0.8802.1.1.2.1.4.2.1.3.0.${port}.1.1.4.10.0.0.${port}|2|2`,
    );
  }
  for (let number = 0; number < learned; number++) {
    const key = `1.${bytesOf(device * learned + number).join('.')}`;
    rows.push(`1.3.6.1.2.1.17.7.1.2.2.1.2.${key}|2|${1 + (number % ports)}`, `1.3.6.1.2.1.17.7.1.2.2.1.3.${key}|2|3`);
  }
  writeFileSync(file, rows.join('\n'));
}
