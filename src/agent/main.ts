// Entry point of the standalone agent. `npm run build:agent` bundles it into one file.
import './small-heap';
import { runCommand } from './command';

// eslint-disable-next-line no-restricted-syntax -- the agent is a program of its own, without the settings of the service
void runCommand(process.argv.slice(2), process.env);
