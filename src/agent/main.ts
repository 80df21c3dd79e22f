// Entry point of the standalone agent. `npm run build:agent` bundles it into one file.
import './small-heap';
import { runCommand } from './command';

void runCommand(process.argv.slice(2));
