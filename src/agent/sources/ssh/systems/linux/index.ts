// Linux, and the systems that are based on it, such as VyOS: commands such as `ip`, `bridge` and `lldpcli` that print
// JSON.
import { readRecords, skip, valueOf } from '../../text/line-rules';
import { duplexOf, numberOf } from '../../text/values';
import type { Parsed } from '../../rows';
import type { System } from '../../system';
import { lldpdCommand } from '../lldpd';
import { isPortOfMachine, parseForwarding, parseNeighbors, parsePorts, parseRoutes, parseVlans } from './ip';

export const linux: System = {
  name: 'Linux',
  sign: /^Linux \S/m,
  channel: 'exec',
  ...{ hasGuests: true, hasContainers: true },
  commands: [
    {
      text: 'uname -n',
      yields: 'name',
      parse: (text) => ({ rows: { identity: { name: text.trim().slice(0, 255) } } }),
    },
    { text: 'cat /etc/os-release', yields: 'distribution and its version', parse: parseRelease, isOptional: true },
    {
      text: 'grep -s . /sys/class/dmi/id/sys_vendor /sys/class/dmi/id/product_name /sys/class/dmi/id/product_serial',
      ...{ yields: 'manufacturer and model; the serial number, if the SSH user may read it', isOptional: true },
      parse: parseHardware,
    },
    {
      text: 'ip -j -d addr show',
      yields: 'ports, aggregates and addresses',
      tables: ['aggregates'],
      parse: parsePorts,
    },
    {
      text: 'grep -s . /sys/class/net/*/speed /sys/class/net/*/duplex',
      ...{ yields: 'speed and duplex mode of ports', isOptional: true },
      parse: parseSpeeds,
    },
    { text: 'ip -j neigh show', yields: 'ARP and neighbour tables', tables: ['arp'], parse: parseNeighbors },
    { text: 'ip -j route show table main', yields: 'IPv4 routes', tables: ['routes'], parse: parseRoutes('0.0.0.0/0') },
    { text: 'ip -j -6 route show table main', yields: 'IPv6 routes', tables: ['routes'], parse: parseRoutes('::/0') },
    {
      text: 'bridge -j fdb show',
      ...{ yields: 'forwarding tables of bridges', tables: ['fdb'], isOptional: true },
      parse: parseForwarding,
    },
    {
      text: 'bridge -j vlan show',
      ...{ yields: 'VLANs of the ports of bridges', isOptional: true },
      parse: parseVlans,
    },
    lldpdCommand,
  ],
};

/** Parses os-release(5). */
function parseRelease(text: string): Parsed | undefined {
  const os = /^PRETTY_NAME=(?:"([^"\n]{1,255})"|([^"\n]{1,255}))$/m.exec(text)?.slice(1).find(Boolean);
  return os === undefined ? undefined : { rows: { identity: { os } } };
}

/**
 * Parses manufacturer, model and serial number. Placeholders that many firmwares have instead of a serial number are
 * kept, because the server filters them.
 */
function parseHardware(text: string): Parsed {
  const { records } = readRecords(text, {
    start: [
      { line: /^\S*\/sys_vendor:(?<manufacturer>.+)$/ },
      { line: /^\S*\/product_name:(?<model>.+)$/ },
      { line: /^\S*\/product_serial:(?<serialNumber>.+)$/ },
      skip(/./),
    ],
  });
  const [record = {}] = records;
  const [manufacturer, model, serialNumber] = ['manufacturer', 'model', 'serialNumber'].map((name) =>
    valueOf(record, name),
  );
  return {
    rows: {
      identity: {
        ...(manufacturer !== undefined && { manufacturer }),
        ...(model !== undefined && { model }),
        ...(serialNumber !== undefined && { serialNumber }),
      },
    },
  };
}

/** Parses lines such as `/sys/class/net/eth0/speed:1000`, in Mbit/s, and `…/duplex:full`. */
function parseSpeeds(text: string): Parsed {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^\/sys\/class\/net\/(?<name>[^/]+)\/speed:(?<speed>-?\d+)$/, starts: true },
      { line: /^\/sys\/class\/net\/(?<name>[^/]+)\/duplex:(?<duplex>\w+)$/, starts: true },
    ],
  });
  const ports = records.flatMap((record) => {
    const name = valueOf(record, 'name')!;
    const speed = numberOf(valueOf(record, 'speed'));
    const duplex = duplexOf(valueOf(record, 'duplex'));
    if (!isPortOfMachine(name)) return [];
    return [{ name, ...(speed && { speedBps: speed * 1_000_000 }), ...(duplex && { duplex }) }];
  });
  return { rows: { ports }, unread };
}
