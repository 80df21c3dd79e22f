// `npm start`: installs and builds if necessary, then runs the service in the same process, so that the service
// receives all signals. `--migrate-only` migrates the database and ends.
import './check-node.mjs';

process.env.NODE_ENV ??= 'production';
import('./prepare.mjs').then(({ command, loadBuilt }) =>
  command(async () => {
    const { Failure } = await import('./project.mjs');
    const options = process.argv.slice(2);
    const unknown = options.find((option) => option !== '--migrate-only');
    if (unknown) throw new Failure(`Unknown argument ${unknown}; there is only --migrate-only.`);
    const { main, migrateOnly } = await loadBuilt('main.js');
    await (options.length > 0 ? migrateOnly() : main());
  }),
);
