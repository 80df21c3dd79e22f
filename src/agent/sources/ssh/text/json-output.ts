// Parses JSON outputs whose nesting depth is limited.
import { isDeeperThan } from '../../http/depth';

const deepest = 32;

/** The parsed value; undefined if the text is not JSON, or is nested too deeply. */
export function parseJsonOutput(text: string): unknown {
  if (isDeeperThan(text, deepest)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
