// The oldest Node.js version that the agent's single file supports, installed from npm's package for this platform. Not
// available on platforms for which npm has no such package.
import path from 'node:path';
import { ensureInstalled } from '../../support/installed-aside';
import { requirement } from '../../support/requirement';

const packageName = `node-${process.platform}-${process.arch}`;
const neededPath = path.join('node_modules', packageName, 'bin', 'node');
const folder = ensureInstalled({
  source: path.join(__dirname, '..', 'oldest-node'),
  name: 'oldest-node',
  needed: neededPath,
});

export const oldestVersion = '20.19.0';
/**
 * The path of the Node.js program in the oldest supported version. Tests that need the program are skipped if it could
 * not be installed.
 */
export const oldestNode = path.join(folder ?? '', neededPath);
export const withOldestNode = requirement(`${packageName}@${oldestVersion} from npm`, folder !== undefined);
