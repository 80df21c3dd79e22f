// `npm run record-examples`: calls every JSON operation and stores the responses as examples of the OpenAPI document.
import './check-node.mjs';

const { command, prepare } = await import('./prepare.mjs');

await command(async () => {
  const { writeFileSync } = await import('node:fs');
  const { load, timeStep: timed } = await import('./project.mjs');
  const { generate } = await import('./generation.mjs');
  const { withTestDatabase } = await import('./test-database.mjs');
  await prepare();
  const { examplesFile } = await load('src', 'rest', 'openapi', 'openapi.ts');
  const { recordExamples } = await load('test', 'contract', 'record-examples.ts');
  await withTestDatabase((url) =>
    timed('Recording the examples', async () => {
      process.env.TEST_DATABASE_URL = url;
      writeFileSync(examplesFile, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
    }),
  );
  await generate();
});
