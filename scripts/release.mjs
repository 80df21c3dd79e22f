// `npm run release`: makes the current API contracts the released contracts, and empties the list of accepted breaking
// changes.
import './check-node.mjs';

import('./prepare.mjs').then(({ command }) =>
  command(async () => {
    const { Failure, report } = await import('./project.mjs');
    if (process.argv.length > 2) throw new Failure(`Unknown argument ${process.argv[2]}; there is none.`);
    const { installIfStale } = await import('./install.mjs');
    await installIfStale();
    const { generate } = await import('./generation.mjs');
    await generate({ check: true });
    const { release } = await import('./released-contracts.mjs');
    release();
    report('schema/released.graphql and schema/released.json are the contracts of today: commit them.');
  }),
);
