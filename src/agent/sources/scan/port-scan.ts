// Scans one address for open TCP ports and probes the services behind them.
import { probePortState } from './connect';
import { forEachConcurrently, type Pool, type Rate } from './limits';
import { probePort, type PortFinding } from './probe';

export interface ScanLimits {
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  /** Whether requests are sent to ports of industrial controllers. */
  readonly asksControllers?: boolean;
  /** Milliseconds to wait for what a service sends; each probe has its usual time by default. */
  readonly timeoutMs?: number;
}

/**
 * Maximum numbers of concurrent connections and probes per machine, so that one machine does not use all sockets of a
 * scan.
 */
const [connectionsAtOnce, questionsAtOnce] = [60, 8];
const answerMs = 500;
/** Maximum number of handshakes with SSH servers of one address, of which some trap scanners at all of their ports. */
const mostHandshakes = 4;

/** Resolves with the open ports in ascending order. Calls `step` after each port. */
export async function findOpenPorts(
  address: string,
  ports: readonly number[],
  { rate, pool, signal }: ScanLimits,
  step: () => void,
): Promise<number[]> {
  const open: number[] = [];
  await forEachConcurrently(ports, connectionsAtOnce, async (port) => {
    await rate.take(signal);
    if ((await pool.run(() => probePortState(address, port, answerMs, signal))) === 'open') open.push(port);
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
  let handshakes = 0;
  const takeHandshake = () => handshakes < mostHandshakes && ++handshakes > 0;
  await forEachConcurrently(ports, questionsAtOnce, async (port) => {
    limits.signal.throwIfAborted();
    findings.push(await probePort(address, port, { ...limits, takeHandshake }));
  });
  return findings.sort((a, b) => a.port - b.port);
}
