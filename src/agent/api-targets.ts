// Reads the APIs that the operator's file or the server's credentials name, and returns the machines that these APIs
// list.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { CredentialResult } from './devices';
import { Failure, errorMessage } from './failure';
import { assertPrivate } from './private-file';
import type { Work } from './protocol/wire';
import type { ScanOrder } from './scope/order';
import { contains, parseRange } from './scope/ranges';
import type { Scope } from './scope/scope';
import { commandSource, targetSources, type ApiSource, type FoundMachine, type Pins } from './sources';
import { forEachConcurrently } from './sources/scan/limits';

/** An API that the operator's `--sources` file names. */
export interface OwnTarget {
  readonly source: ApiSource;
  readonly address: string;
  readonly port: number;
  readonly fingerprint?: string | undefined;
  readonly settings: unknown;
}

interface Target extends Omit<OwnTarget, 'address'> {
  /** Addresses at which the API may respond. The API is read at the first of these addresses that responds. */
  readonly addresses: readonly string[];
  readonly credentialId?: string | undefined;
}

const place = {
  address: z.string().regex(/^[\w.:-]{1,253}$/),
  port: z.number().int().min(1).max(65_535).nullish(),
  fingerprint: z.string().min(1).nullish(),
};
const ownTargets = z.array(z.looseObject({ source: z.string(), ...place })).max(100);
const sentPlace = z.object({
  port: place.port,
  fingerprint: place.fingerprint,
  host_key_fingerprint: place.fingerprint,
});

/** Reads a JSON list of APIs. Throws a usage Failure if other users can read the file, or if its content is invalid. */
export function readTargets(file: string): OwnTarget[] {
  assertPrivate(file);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure('usage', `--sources ${file} cannot be read: ${errorMessage(error)}.`);
  }
  const parsed = ownTargets.safeParse(json);
  if (!parsed.success)
    throw new Failure('usage', `--sources ${file} is not a list of objects with the members source and address.`);
  return parsed.data.map(({ source: name, address, port, fingerprint, ...settings }, at) => {
    const source = targetSources.find((one) => one.name === name);
    const names = targetSources.map((one) => one.name).join(', ');
    if (!source) throw new Failure('usage', `--sources ${file}: entry ${at + 1} has no source of ${names}.`);
    const checked = source.parseSettings(settings);
    if (checked === undefined)
      throw new Failure('usage', `--sources ${file}: entry ${at + 1} lacks a setting of ${name}, or has a wrong one.`);
    return { source, address, port: port ?? source.port, fingerprint: fingerprint ?? undefined, settings: checked };
  });
}

export interface ApiTargetOptions {
  readonly work: Pick<Work, 'credential_mappings' | 'subnets'>;
  readonly own: readonly OwnTarget[];
  /** Paths of the operator's programs that print machines as JSON lines. */
  readonly programs: readonly string[];
  readonly scope: Scope;
  readonly order: ScanOrder;
  readonly pins: Pins;
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
}

const macsOf = ({ facts }: FoundMachine): string => facts.interfaces.map(({ mac }) => mac ?? '').join(' ');

const isUp = ({ facts }: FoundMachine): boolean => facts.interfaces.some(({ operStatus }) => operStatus === 'Up');

const atOnce = 4;
const mostNotes = 20;

export class ApiTargets {
  readonly results: CredentialResult[] = [];

  constructor(private readonly options: ApiTargetOptions) {}

  /**
   * Reads all APIs, and runs the operator's programs. An API that cannot be read gives a warning. If two APIs list the
   * same machine, as the members of a cluster do, the first entry is used. Throws only if the signal aborts.
   */
  async read(): Promise<FoundMachine[]> {
    const targets = [...this.ownTargets(), ...this.sentTargets()];
    const readings: (readonly FoundMachine[])[] = targets.map(() => []);
    await forEachConcurrently(targets.entries(), atOnce, async ([at, target]) => {
      readings[at] = await this.readTarget(target);
    });
    readings.push(...(await this.runPrograms()));
    this.options.signal.throwIfAborted();
    const machines = new Map<string, FoundMachine>();
    for (const machine of readings.flatMap((reading, at) => reading.map((one) => ({ ...one, reading: at })))) {
      const before = machines.get(machine.key);
      if (before && macsOf(before) !== macsOf(machine))
        this.options.warn(
          `Several machines of the source ${machine.source} are ${machine.name ?? machine.key}, with different MAC addresses: only the first is used.`,
        );
      // Two hypervisors may both list a guest, which runs on only one of them: the entry of the running guest is used.
      if (!before || (machine.guest && isUp(machine) && !isUp(before))) machines.set(machine.key, machine);
    }
    return [...machines.values()];
  }

  /** Runs the programs one after the other. In a rescan of certain hosts, no program runs. */
  private async runPrograms(): Promise<(readonly FoundMachine[])[]> {
    const { programs, order, signal, warn } = this.options;
    const readings: (readonly FoundMachine[])[] = [];
    for (const program of order.isOfHosts ? [] : programs) {
      const say = (text: string) => warn(`Source ${commandSource.name} ${program}: ${text}.`);
      const { outcome, reason = outcome } = await commandSource.reach({ program, signal });
      if (outcome !== 'opened') {
        say(reason);
        continue;
      }
      const { machines, notes } = await commandSource.read({ program, signal });
      notes.forEach(say);
      readings.push(machines);
    }
    return readings;
  }

  private ownTargets(): Target[] {
    const { own, order } = this.options;
    return own
      .filter(({ address }) => !order.isOfHosts || order.includes(address))
      .map(({ address, ...target }) => ({ ...target, addresses: [address] }));
  }

  /**
   * The APIs for which the server sent credentials. A credential is sent only to addresses of its host, and only if
   * they are in this network and may be scanned.
   */
  private sentTargets(): Target[] {
    const { work, scope, order, warn } = this.options;
    const network = [...work.subnets, ...scope.ownSubnets].flatMap(({ cidr }) => parseRange(cidr) ?? []);
    const isSentTo = (address: string) => order.includes(address) && network.some((range) => contains(range, address));
    const targets = new Map<string, Target>();
    const defaults = new Set(work.credential_mappings.map(({ default_other: other }) => other?.type));
    for (const { name, sentType } of targetSources)
      if (defaults.has(sentType))
        warn(
          `A default credential of ${name} is not tried at all addresses: this agent uses it at hosts to which it is assigned.`,
        );
    for (const { ip, other, credential_id: credentialId, host_id: hostId } of work.credential_mappings.flatMap(
      ({ ip_overrides }) => ip_overrides,
    )) {
      const source = targetSources.find(({ sentType }) => sentType === other?.type);
      if (!other || !source || !isSentTo(ip)) continue;
      const key = `${source.name} ${credentialId ?? ''} ${hostId ?? ip}`;
      const before = targets.get(key);
      if (before) {
        targets.set(key, { ...before, addresses: [...before.addresses, ip] });
        continue;
      }
      const settings = source.parseSettings(source.sentSettings(other));
      const { data: at } = sentPlace.safeParse(other);
      if (settings === undefined || !at) {
        warn(
          `The credential of ${source.name} for ${ip} is not usable: this agent needs its settings and secrets as texts.`,
        );
        continue;
      }
      targets.set(key, {
        ...{ source, settings, addresses: [ip], port: at.port ?? source.port },
        ...{
          fingerprint: at.fingerprint ?? at.host_key_fingerprint ?? undefined,
          credentialId: credentialId ?? undefined,
        },
      });
    }
    return [...targets.values()];
  }

  private async readTarget({ addresses, source, settings, port, ...target }: Target): Promise<readonly FoundMachine[]> {
    const { pins, signal, warn } = this.options;
    const { credentialId, fingerprint } = target;
    const say = (text: string) => warn(`Source ${source.name}: ${text}.`);
    for (const [at, address] of addresses.entries()) {
      const connection = { address, port, fingerprint, pins, signal, tell: say };
      try {
        const { outcome, reason } = await source.reach({ connection, settings });
        if (outcome !== 'silent')
          this.results.push({
            ip: address,
            outcome,
            ...(credentialId !== undefined && { credential_id: credentialId }),
          });
        const isLast = at === addresses.length - 1;
        if (outcome === 'refused' || (outcome === 'silent' && isLast)) say(reason ?? `${address} does not answer`);
        if (outcome !== 'opened') continue;
        const { machines, notes } = await source.read({ connection, settings });
        for (const note of notes.slice(0, mostNotes)) say(`${address}: ${note}`);
        return machines;
      } catch (error) {
        signal.throwIfAborted();
        say(`${address} was not read: ${errorMessage(error)}`);
      }
    }
    return [];
  }
}
