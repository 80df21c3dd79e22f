// Types and functions that the readers of wireless client tables share, such as conversions of channels and signals.
import type { WirelessBand } from '../../../../../generated/operations';
import { ipFromBytes, ipFromText } from '../../../../evidence/addresses';
import { macFromIndex } from '../../../../evidence/mac';
import type { PortFacts } from '../../facts';
import type { Value } from '../../session';
import { toBytes, toDottedText, toNumber } from '../../values';
import type { Device, Row, Table, TableReading } from '../../walk';

/** A wireless client in the table of an access point or a controller. */
export interface WirelessClientFacts {
  mac: string;
  address?: string;
  /**
   * Whether the client is connected to a radio of the device itself, not of an access point that the device controls.
   */
  isOwnRadio: boolean;
  /** The ifIndex of the radio. */
  ifIndex?: number;
  accessPointMac?: string;
  accessPointAddress?: string;
  accessPointName?: string;
  ssid?: string;
  bssid?: string;
  channel?: number;
  band?: WirelessBand;
  signalDbm?: number;
  snrDb?: number;
  associatedSeconds?: number;
}

/** The clients in one table. */
export interface WirelessReading {
  readonly table: string;
  readonly clients: readonly WirelessClientFacts[];
  /** Number of rows that lack the client, the access point or the radio. */
  readonly unkeyed: number;
  readonly isComplete: boolean;
}
export type WirelessReader = (
  device: Device,
  facts: Pick<PortFacts, 'interfaces'>,
) => Promise<readonly WirelessReading[]>;

/**
 * Converts the rows of a table to clients. For a row that describes no client, `clientOf` returns null; for a row that
 * cannot be used, undefined.
 */
export function toWirelessReading(
  { name }: Pick<Table, 'name'>,
  { rows, isComplete }: TableReading,
  clientOf: (row: Row) => (Omit<WirelessClientFacts, 'mac'> & { readonly mac: string | undefined }) | null | undefined,
): WirelessReading {
  let unkeyed = 0;
  const clients = rows.flatMap((row): WirelessClientFacts[] => {
    const client = clientOf(row);
    if (client === null) return [];
    if (client?.mac !== undefined) return [{ ...client, mac: client.mac }];
    unkeyed++;
    return [];
  });
  return { table: name, clients, unkeyed, isComplete };
}

/** Bands that have a channel with this number (IEEE 802.11, annex E). */
function bandsOf(channel: number): WirelessBand[] {
  const isFive = (channel >= 32 && channel <= 144 && channel % 4 === 0) || (channel >= 149 && channel % 4 === 1);
  return [
    ...(channel >= 1 && channel <= 14 ? (['TwoPointFourGhz'] as const) : []),
    ...(isFive && channel <= 177 ? (['FiveGhz'] as const) : []),
    ...(channel <= 233 && (channel % 4 === 1 || channel === 2) ? (['SixGhz'] as const) : []),
  ];
}

/**
 * The channel and band of a radio. Some channel numbers exist in several bands: then the band is that of the reported
 * radio type, if any.
 */
export function toRadio(
  channel: number | undefined,
  reportedBand?: WirelessBand,
): Pick<WirelessClientFacts, 'channel' | 'band'> {
  if (channel === undefined || channel < 1 || channel > 253) return reportedBand ? { band: reportedBand } : {};
  const possible = bandsOf(channel);
  const band =
    reportedBand === undefined && possible.length === 1 ? possible[0] : possible.find((one) => one === reportedBand);
  return { channel, ...(band && { band }) };
}

/** The channel and band for a frequency in MHz. */
export function radioOfFrequency(mhz: number | undefined): Pick<WirelessClientFacts, 'channel' | 'band'> {
  if (mhz === undefined) return {};
  const within = (first: number, last: number) => mhz >= first && mhz <= last;
  if (mhz === 2484) return { channel: 14, band: 'TwoPointFourGhz' };
  const [band, base] = within(2412, 2472)
    ? (['TwoPointFourGhz', 2407] as const)
    : within(5160, 5885)
      ? (['FiveGhz', 5000] as const)
      : within(5955, 7115)
        ? (['SixGhz', 5950] as const)
        : [];
  if (band === undefined) return {};
  return { band, ...((mhz - base) % 5 === 0 && { channel: (mhz - base) / 5 }) };
}

/** A signal in dBm, which is below zero. Devices that measured no signal send 0 or more. */
export const toSignal = (value: Value | undefined): { signalDbm?: number } => {
  const signal = toNumber(value);
  return signal !== undefined && signal < 0 && signal >= -150 ? { signalDbm: signal } : {};
};
/** A signal-to-noise ratio in dB. Some firmware sends the signal in dBm instead, which is below zero. */
export const toSnr = (value: Value | undefined): { snrDb?: number } => {
  const snr = toNumber(value);
  return snr !== undefined && snr > 0 && snr <= 120 ? { snrDb: snr } : {};
};
export const toAssociatedSeconds = (value: Value | undefined, perSecond = 1): { associatedSeconds?: number } => {
  const time = toNumber(value);
  return time !== undefined && time >= 0 ? { associatedSeconds: Math.floor(time / perSecond) } : {};
};
/** TimeTicks in a second: one TimeTick is a hundredth of a second. */
export const ticks = 100;

/** The IP address in a value of the type IpAddress, or in the bytes of an InetAddress. */
export const toAddress = (value: Value | undefined): string | undefined => {
  const dotted = toDottedText(value);
  return dotted === undefined ? ipFromBytes(toBytes(value)) : ipFromText(dotted);
};

/** The rows of a table by the MAC address with which their index begins. */
export const indexByMac = <T extends { readonly index: readonly number[] }>(
  rows: readonly T[],
): ReadonlyMap<string, T> =>
  new Map(rows.flatMap((row) => [[macFromIndex(row.index.slice(0, 6)) ?? '', row] as const]));
