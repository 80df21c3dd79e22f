// Bundles the agent into one file that runs with plain Node. The service sends this file to the machines that are to scan.
import { build } from 'esbuild';
import { inProject } from './project.mjs';

/** The file that the service sends. */
export const servedAgent = 'src/generated/built-agent/netloom-agent.cjs';

export const bundleAgent = (outfile) =>
  build({
    entryPoints: [inProject('src', 'agent', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // White space is removed, but names are kept for stack traces.
    minifyWhitespace: true,
    legalComments: 'inline',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
