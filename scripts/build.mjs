// `npm run build`: generates all derived files, then compiles the service to dist/.
import './check-node.mjs';

import('./prepare.mjs').then(({ command, prepare }) =>
  command(async () => {
    await prepare();
    const { build } = await import('./compilation.mjs');
    await build();
  }),
);
