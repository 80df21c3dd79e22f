// `npm run build:agent`: copies the bundled agent, which the service also sends, next to the compiled service.
import './check-node.mjs';

import('./prepare.mjs').then(({ command, prepare }) =>
  command(async () => {
    await prepare();
    const { copyFileSync, mkdirSync } = await import('node:fs');
    const { servedAgent } = await import('./agent-bundle.mjs');
    const { inProject, report } = await import('./project.mjs');
    const outfile = inProject('dist', 'netloom-agent.cjs');
    mkdirSync(inProject('dist'), { recursive: true });
    copyFileSync(inProject(servedAgent), outfile);
    report(`The agent: ${outfile}. Copy it to where it is to run: node netloom-agent.cjs --server URL --enrol CODE`);
  }),
);
