// `npm start`: installs and builds if needed, then is the service: one process, so signals need no relay.
import './check-node.mjs';

process.env.NODE_ENV ??= 'production';
import('./prepare.mjs').then(({ command, loadBuilt }) =>
  command(async () => {
    const { main } = await loadBuilt('main.js');
    await main();
  }),
);
