// Configuration of kubb: types of all operations. The environment names the document and the output folder.
import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: process.env.CLIENT_FOLDER,
  input: { path: process.env.CLIENT_DOCUMENT },
  output: { path: './kubb' },
  plugins: [pluginOas({ validate: false, generators: [] }), pluginTs({ output: { path: 'types' } })],
});
