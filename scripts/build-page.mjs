// Builds the topology page for browsers: hashed files, each also zipped, in the folder that the service serves it from.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { filesBelow, inProject } from './project.mjs';

const root = inProject('src', 'pages', 'topology');
export const builtPage = inProject('src', 'generated', 'topology-page');

const isWorthZipping = (file) => /\.(js|css|svg)$/.test(file);

export async function buildPage() {
  await build({
    configFile: false,
    root,
    base: '/assets/topology/',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: builtPage,
      emptyOutDir: true,
      assetsDir: '.',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      // The layout engine is one file of that size, loaded beside the page.
      chunkSizeWarningLimit: 2000,
    },
  });
  for (const file of filesBelow(['src/generated/topology-page'], isWorthZipping))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}
