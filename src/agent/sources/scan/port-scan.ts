// Scans one address for open TCP ports and probes the services behind them.
import { probePortState } from './connect';
import { forEachConcurrently, type Pool, type Rate } from './limits';
import { probePort, type PortFinding } from './probe';

export interface ScanLimits {
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  /** Whether requests are sent to ports of industrial controllers (Modbus, EtherNet/IP, OPC UA). */
  readonly asksControllers?: boolean;
  /** Milliseconds to wait for a response of a service; undefined for the default of each probe. */
  readonly timeoutMs?: number;
}

/**
 * Maximum numbers of concurrent connections and probes per machine, so that one machine does not use all sockets of a
 * scan.
 */
const [connectionsAtOnce, questionsAtOnce] = [60, 8];
const answerMs = 500;
/** Maximum number of SSH handshakes per address, because some hosts run an SSH trap for scanners at all ports. */
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
