// Command line options of `npm run attack`.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { phases } from './phases';

export interface Options {
  readonly seconds: number;
  readonly seed: string;
  /** Names of the phases to run; by default all of them. */
  readonly phases: readonly string[];
  /** A single case to run instead of whole phases. */
  readonly only?: { readonly phase: string; readonly number: number };
  /** Number of hosts of the large tenant. */
  readonly hosts: number;
}

/** Thrown for an invalid argument. Its message is one line. */
export class UsageError extends Error {
  override readonly name = 'ConfigError';
}

const usage = `Usage: npm run attack -- [--minutes 2] [--seed word] [--phases ${phases.map(({ name }) => name).join(',')}] [--case phase:number] [--hosts 20000]`;
const longestMinutes = 24 * 60;

export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const optionTypes = { minutes: text, seed: text, phases: text, case: text, hosts: text };
  let values: Partial<Record<keyof typeof optionTypes, string>>;
  try {
    ({ values } = parseArgs({ args: [...args], options: optionTypes }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  const numberOf = (name: 'minutes' | 'hosts', usual: number, least: number, most: number): number => {
    const value = Number(values[name] ?? usual);
    if (value >= least && value <= most) return value;
    throw new UsageError(`--${name} is "${values[name]}", but must be a number from ${least} to ${most}.\n${usage}`);
  };
  const requirePhase = (name: string): string => {
    if (phases.some((phase) => phase.name === name)) return name;
    throw new UsageError(`There is no phase "${name}".\n${usage}`);
  };
  const [phase, number] = values.case?.split(':') ?? [];
  if (phase !== undefined && !/^\d+$/.test(number ?? '')) throw new UsageError(`--case is "${values.case}".\n${usage}`);
  return {
    seconds: numberOf('minutes', 2, 0.05, longestMinutes) * 60,
    seed: values.seed ?? randomBytes(4).toString('hex'),
    phases: values.phases?.split(',').map(requirePhase) ?? phases.map(({ name }) => name),
    ...(phase !== undefined && { only: { phase: requirePhase(phase), number: Number(number) } }),
    hosts: Math.floor(numberOf('hosts', 20_000, 1, 1_000_000)),
  };
}
