// Data source `scan`: finds the open TCP ports of an address, and reads the responses of the services at these ports.
import { probeBacnet } from './bacnet';
import { bacnetPort } from './bacnet-messages';
import { findOpenPorts, probePorts, type ScanLimits } from './port-scan';
import type { PortFinding } from './probe';
import { answersOverTcp } from './sweep';
import type { Source } from '../source';

export interface ScanTarget {
  readonly address: string;
  readonly ports: readonly number[];
  readonly limits: ScanLimits;
  /** Called after each scanned port. */
  readonly step: () => void;
  /** Called with all open ports of the address, before their services are probed. */
  readonly onOpen?: (ports: readonly number[]) => void;
}

export interface ScanFacts {
  /** Open TCP ports in ascending order. */
  readonly ports: readonly number[];
  readonly findings: readonly PortFinding[];
}

export const scanSource: Source<ScanTarget, ScanFacts> = {
  name: 'scan',
  needs: {
    credentials: [],
    rights: 'none',
    ports: 'the usual 1,000 TCP ports, or all of them with `--all-ports`; UDP 47808 with `--industrial`',
  },
  reach: async ({ address, limits }) => ({
    outcome: (await answersOverTcp(address, limits)) ? 'opened' : 'silent',
  }),
  async read({ address, ports, limits, step, onOpen }) {
    const open = await findOpenPorts(address, ports, limits, step);
    onOpen?.(open);
    const [findings, bacnet] = await Promise.all([
      probePorts(address, open, limits),
      limits.asksControllers ? probeBacnet(address, limits) : undefined,
    ]);
    return { ports: open, findings: [...findings, ...(bacnet ? [{ port: bacnetPort, bacnet }] : [])] };
  },
};
