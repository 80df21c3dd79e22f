// Builds the pages for browsers into the folder that the service serves. File names contain a hash, and each file is
// also written in compressed form.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { filesBelow, inProject } from './project.mjs';

const root = inProject('src', 'pages');
export const builtPages = inProject('src', 'generated', 'built-pages');

const isWorthZipping = (file) => /\.(js|css|svg)$/.test(file);

export async function buildPages() {
  await build({
    configFile: false,
    root,
    base: '/assets/built/',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: builtPages,
      emptyOutDir: true,
      assetsDir: '.',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      // Maximum chunk size without a warning, in kB: the layout engine, which is loaded separately, is a single file of
      // this size.
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: [
          'topology/index',
          'topology/share',
          'inventory/index',
          'discovery/index',
          'checks/index',
          'api/graphiql',
          'api/docs',
          'home/index',
          'people/account',
          'people/organization',
        ].map((page) => `${root}/${page}.html`),
      },
    },
  });
  for (const file of filesBelow(['src/generated/built-pages'], isWorthZipping))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}
