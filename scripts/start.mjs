// `npm start`: installs and builds if needed, then runs the service in the same process, so that it gets all signals.
import './check-node.mjs';

process.env.NODE_ENV ??= 'production';
import('./prepare.mjs').then(({ command, loadBuilt }) =>
  command(async () => {
    const { main } = await loadBuilt('main.js');
    await main();
  }),
);
