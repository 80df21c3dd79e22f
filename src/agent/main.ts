// The agent as a program of its own: what `npm run build:agent` makes one file of.
import './small-heap';
import { runCommand } from './command';

void runCommand(process.argv.slice(2));
