// `npm run generate`: generates the Prisma client, the SDL, typed operations and the OpenAPI document, in this order.
// `--check` only verifies the published contracts.
import './check-node.mjs';

import('./prepare.mjs').then(({ command }) =>
  command(async () => {
    const { Failure, report } = await import('./project.mjs');
    const { installIfStale } = await import('./install.mjs');
    const options = process.argv.slice(2);
    const unknown = options.find((option) => option !== '--check');
    if (unknown) throw new Failure(`Unknown argument ${unknown}; there is only --check.`);
    await installIfStale();
    const { generate } = await import('./generation.mjs');
    await generate({ check: options.includes('--check') });
    report(
      options.length > 0 ? 'The published contracts are what the code says.' : 'Everything derived is up to date.',
    );
  }),
);
