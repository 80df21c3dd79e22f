// Parses outputs that are JSON, within a bounded depth.
import { isDeeperThan } from '../../http/depth';

const deepest = 32;

/** The value; undefined if the text is not JSON, or nested too deeply. */
export function parseJsonOutput(text: string): unknown {
  if (isDeeperThan(text, deepest)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
