// `npm start`: installs and generates what is missing, then is the service: one process, so signals need no relay.
import './check-node.mjs';

process.env.NODE_ENV ??= 'production';
import('./prepare.mjs').then(({ command, prepare }) =>
  command(async () => {
    await prepare();
    const { load } = await import('./project.mjs');
    const { main } = await load('src', 'main.ts');
    await main();
  }),
);
