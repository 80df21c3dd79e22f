// Generates what is derived: Prisma client → SDL → typed operations → OpenAPI document; `--check` proves the contracts.
import './check-node.mjs';

await import('./generation.mjs').then(({ main }) => main(process.argv.slice(2)));
