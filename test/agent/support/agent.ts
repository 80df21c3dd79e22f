// Starts an agent in the process of a test, with short intervals, a state folder of its own, and loopback addresses to
// scan.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAgent, type AgentOptions, type Summary } from '../../../src/agent/agent';
import { collectOwnMachine } from '../../../src/agent/report/own-machine';
import type { Collectors } from '../../../src/agent/collectors';

export const noCollectors: Collectors = {
  trySnmp: async () => ({ outcome: 'silent' }),
  readDevice: async () => {
    throw new Error('no device answers');
  },
  findNames: async () => new Map(),
  localEngine: async () => undefined,
  localNeighbors: async () => undefined,
  ownMachine: collectOwnMachine,
  findAnnounced: async () => [],
};

export const fastPace = {
  poll: 20,
  busyPoll: 20,
  update: 20,
  idleUpdate: 1_000,
  pauses: [10, 50],
  grace: 2_000,
} as const;

export const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'netloom-agent-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

export interface RunningAgent {
  readonly said: string[];
  /** Stops the agent as a signal to its process would. */
  stop(): Promise<Summary | undefined>;
  readonly ended: Promise<Summary | undefined>;
}

export function startAgent(options: Partial<AgentOptions> & Pick<AgentOptions, 'server' | 'state'>): RunningAgent {
  const controller = new AbortController();
  const logLines: string[] = [];
  const { settings, ...others } = options;
  const whenEnded = runAgent({
    key: 'nlm_d_key',
    name: 'test agent',
    allow: ['127.0.0.1/32'],
    exclude: [],
    yes: false,
    signal: controller.signal,
    say: (line) => logLines.push(line),
    pace: fastPace,
    collectors: noCollectors,
    ownSubnets: () => [],
    settings: { rate: 10_000, allPorts: false, ports: [1], credentials: [], dockerSocket: '/none', ...settings },
    ...others,
  });
  whenEnded.catch(() => undefined);
  return {
    said: logLines,
    ended: whenEnded,
    stop: () => {
      controller.abort();
      return whenEnded;
    },
  };
}
