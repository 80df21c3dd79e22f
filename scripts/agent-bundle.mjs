// Bundles the agent into one file that runs with plain Node. The service sends this file to the machines from which
// networks are scanned.
import { build } from 'esbuild';
import { inProject } from './project.mjs';

/** Path of the bundled agent that the service sends. */
export const servedAgent = 'src/generated/built-agent/netloom-agent.cjs';

/** ssh2 works without its optional native code, because ssh2 catches the error of a failed `require`. */
const withoutNativeCode = {
  name: 'without-native-code',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cpu-features$|\.node$/ }, ({ path }) => ({ path, namespace: 'native-code' }));
    onLoad({ filter: /.*/, namespace: 'native-code' }, () => ({ contents: "throw new Error('no native code');" }));
  },
};

export const bundleAgent = (outfile) =>
  build({
    entryPoints: [inProject('src', 'agent', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    plugins: [withoutNativeCode],
    // Removes white space but keeps names, so that stack traces stay readable.
    minifyWhitespace: true,
    legalComments: 'inline',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
