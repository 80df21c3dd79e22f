// `npm run attack`: creates test tenants, starts the service, and attacks it phase by phase for the requested time.
import { setTimeout as pause } from 'node:timers/promises';
import { Innocent } from './innocent';
import { judgeLogLine, percentile99 } from './judge';
import { readOptions } from './options';
import { giveItAPast } from './past';
import type { Phase } from './phase';
import { phases } from './phases';
import { Report } from './report';
import { Runner, watchOwnDelay } from './run';
import { Service } from './service';
import { createWorld } from './world';

const print = (line: string) => void process.stdout.write(`${line}\n`);
/**
 * Seconds before the first phase in which only callers outside of the attack send requests. If responses are slow then,
 * the machine is slow.
 */
const longestCalmSeconds = 6;

const beforeTheAttack = { place: 'start:0' };

/** Attacks the service on a temporary database. Resolves with true if there were no findings. */
export async function attack(databaseUrl: string, args: readonly string[]): Promise<boolean> {
  const options = readOptions(args);
  const { seed, only } = options;
  print(`Seed ${seed}; ${only ? `case ${only.phase}:${only.number}` : `${options.seconds} s`}`);
  const report = new Report(seed, print);
  const chosenPhases = phases.filter(({ name }) => (only ? name === only.phase : options.phases.includes(name)));
  const needsFull = chosenPhases.some((phase) => phase.needsFull);
  const world = await createWorld(databaseUrl, { hosts: options.hosts, needsFull });
  let runner: Runner | undefined;
  const service = new Service(databaseUrl, {
    onSlow: (turn) => runner?.onSlow(turn),
    onHang: (startedAt, ms) => runner?.onHang(startedAt, ms),
    onEnd: (log) => runner?.onEnd(log),
    onLine: (line) => {
      for (const verdict of judgeLogLine(line))
        report.add(verdict, runner?.circumstances(Date.now()) ?? beforeTheAttack);
    },
    onUp: () => runner?.onUp(),
  });
  const innocent = new Innocent((answer) => runner?.onInnocent(answer));
  const stop = () => Promise.all([service.stop(), innocent.stop()]);
  const worst = { turnMs: 0, innocentMs: 0, innocentP99Ms: 0, ownTurnMs: 0, requests: 0 };
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true;
      void stop();
    });
  try {
    await service.start();
    await giveItAPast(world, service.url);
    innocent.start({ url: service.url, keys: world.innocentKeys });
    const ownDelay = watchOwnDelay();
    // For two seconds after its start, the service loads and compiles code. Long turns of its event loop in this time
    // are no findings.
    await pause(2000);
    runner = new Runner(seed, world, service, report);
    let settings: NodeJS.ProcessEnv | undefined;
    const runPhase = async (phase: Phase | undefined, seconds: number) => {
      const began = Date.now();
      const before = { requests: runner!.requests, answered: runner!.answered };
      await service.takeLongest();
      ownDelay();
      const cases = phase ? await runner!.run(phase, seconds, only?.number) : await pause(seconds * 1000, 0);
      const turnMs = Math.max(runner!.takeLongestOfCases(), (await service.takeLongest()).ownMs);
      const waits = [...runner!.takeWaits(phase?.name ?? 'calm')].sort((a, b) => a - b);
      const [medianMs, p99Ms, slowestMs] = [
        waits[Math.floor(waits.length / 2)] ?? 0,
        percentile99(waits),
        waits.at(-1) ?? 0,
      ];
      worst.turnMs = Math.max(worst.turnMs, turnMs);
      worst.innocentMs = Math.max(worst.innocentMs, slowestMs);
      worst.innocentP99Ms = Math.max(worst.innocentP99Ms, p99Ms);
      worst.ownTurnMs = Math.max(worst.ownTurnMs, ownDelay());
      worst.requests = runner!.requests;
      report.phase({
        ...{ name: phase?.name ?? 'calm', cases, requests: runner!.requests - before.requests },
        ...{ seconds: (Date.now() - began) / 1000, slowestTurnMs: turnMs },
        answered: runner!.answered - before.answered,
        ...{ innocentMedianMs: medianMs, innocentP99Ms: p99Ms, innocentSlowestMs: slowestMs },
      });
    };
    await runPhase(undefined, Math.min(longestCalmSeconds, options.seconds));
    const shares = chosenPhases.reduce((sum, { share }) => sum + share, 0);
    for (const phase of chosenPhases) {
      if (isStopped) break;
      if (phase.settings !== settings) {
        runner.onDown(Date.now());
        await service.stop();
        await service.start(phase.settings);
        runner.onUp();
        settings = phase.settings;
      }
      await runPhase(phase, (options.seconds * phase.share) / shares);
    }
  } finally {
    await stop();
    await world.close();
  }
  report.summary(worst);
  return report.findings === 0;
}
