// The open TCP ports of one address, and what they say.
import { portState } from './connect';
import { forEachOf, type Pool, type Rate } from './limits';
import { probePort, type PortFinding } from './probe';

export interface ScanLimits {
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
}

/** Of one machine, so that it is not the whole run's target at once. */
const [connectionsAtOnce, questionsAtOnce] = [60, 8];
const answerMs = 500;

/** `step` is called for each port that has been tried. */
export async function openPorts(
  address: string,
  ports: readonly number[],
  { rate, pool, signal }: ScanLimits,
  step: () => void,
): Promise<number[]> {
  const open: number[] = [];
  await forEachOf(ports, connectionsAtOnce, async (port) => {
    await rate.take(signal);
    if ((await pool.run(() => portState(address, port, answerMs, signal))) === 'open') open.push(port);
    step();
  });
  return open.sort((a, b) => a - b);
}

export async function probePorts(
  address: string,
  ports: readonly number[],
  limits: ScanLimits,
): Promise<PortFinding[]> {
  const findings: PortFinding[] = [];
  await forEachOf(ports, questionsAtOnce, async (port) => {
    limits.signal.throwIfAborted();
    findings.push(await probePort(address, port, limits));
  });
  return findings.sort((a, b) => a.port - b.port);
}
