// Entry point of the stand-alone agent that `npm run build:agent` bundles into one file.
import './small-heap';
import { runCommand } from './command';

void runCommand(process.argv.slice(2));
