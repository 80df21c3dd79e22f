// Builds the pages for browsers: files named by a hash, each also in compressed form, in the folder that the service
// serves.
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
      // The layout engine is a single file of this size, which is loaded separately.
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: [
          'topology/index',
          'topology/share',
          'inventory/index',
          'discovery/index',
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
