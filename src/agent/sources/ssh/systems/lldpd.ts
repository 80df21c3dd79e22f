// The command that reads LLDP neighbors from lldpd, for Linux and FreeBSD.
import { parseLldpcli } from '../../lldpcli';
import type { Command } from '../system';

export const lldpdCommand: Command = {
  text: 'lldpcli -f json0 show neighbors details',
  ...{ yields: 'LLDP and CDP neighbours, if lldpd runs', tables: ['lldp', 'cdp'], isOptional: true },
  parse: (text) => {
    const neighbors = parseLldpcli(text);
    return (
      neighbors && { rows: { neighbors: neighbors.map(({ interfaceName: port, neighbor }) => ({ port, neighbor })) } }
    );
  },
};
