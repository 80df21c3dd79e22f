// All phases, in the order in which they run.
import { bodies } from './bodies';
import { bombs, explode } from './bombs';
import { documents } from './documents';
import { foreignIds } from './foreign';
import { makersWithoutRights } from './grants';
import { greedy } from './greedy';
import { heavy } from './heavy';
import { identities } from './identities';
import { largest } from './largest';
import { lists } from './lists';
import { mcp } from './mcp';
import { narrowedCallers } from './narrowed';
import type { Phase } from './phase';
import { races } from './races';
import { rest } from './rest';
import { search } from './search';

/** Attack phase with rate limits, which some callers ignore. Callers within their limits must not be delayed. */
const limitedPhase: Phase = {
  name: 'limited',
  duty: 'bombs, bodies, greed and the MCP door with the rate limit on',
  share: 2,
  together: 3,
  settings: { RATE_LIMIT: 'on' },
  run: (attempt) => [explode, bodies.run, greedy.run, mcp.run][attempt.number % 4]!(attempt),
};

export const phases: readonly Phase[] = [
  ...[documents, rest, races, bodies, bombs, search, greedy, mcp],
  ...[narrowedCallers, foreignIds, makersWithoutRights, identities, lists, heavy, largest, limitedPhase],
];
