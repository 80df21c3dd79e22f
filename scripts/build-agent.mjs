// `npm run build:agent`: bundles the agent into one file that runs with plain Node.
import './check-node.mjs';

import('./prepare.mjs').then(({ command, prepare }) =>
  command(async () => {
    await prepare();
    const { build } = await import('esbuild');
    const { inProject, report } = await import('./project.mjs');
    const outfile = inProject('dist', 'netloom-agent.cjs');
    await build({
      entryPoints: [inProject('src', 'agent', 'main.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      // Removes white space, but keeps names for stack traces.
      minifyWhitespace: true,
      legalComments: 'inline',
      banner: { js: '#!/usr/bin/env node' },
      logLevel: 'warning',
    });
    report(`The agent: ${outfile}. Copy it to where it is to run: node netloom-agent.cjs --server URL --key KEY`);
  }),
);
