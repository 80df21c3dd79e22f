// `npm start`: installs and builds if necessary, then runs the service in the same process, so that the service
// receives all signals.
import './check-node.mjs';

process.env.NODE_ENV ??= 'production';
import('./prepare.mjs').then(({ command, loadBuilt }) =>
  command(async () => {
    const { main } = await loadBuilt('main.js');
    await main();
  }),
);
