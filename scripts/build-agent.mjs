// `npm run build:agent`: the agent as one file, which runs with plain Node and nothing beside it.
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
      // Names in stacks stay what they are; white space goes.
      minifyWhitespace: true,
      legalComments: 'inline',
      banner: { js: '#!/usr/bin/env node' },
      logLevel: 'warning',
    });
    report(`The agent: ${outfile}. Copy it to where it is to run: node netloom-agent.cjs --server URL --key KEY`);
  }),
);
