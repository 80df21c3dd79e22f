// Compiles documents with Relay's compiler, using the configuration that docs/clients.md gives.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from '@swc/core';
import { blocks, projectDir } from '../start/documentation';

interface Config {
  readonly src: string;
  readonly schema: string;
  readonly artifactDirectory: string;
  readonly schemaConfig: Readonly<Record<string, string>>;
}
export const relayConfig = (): Config =>
  JSON.parse(
    blocks.find(({ page, text }) => page === 'docs/clients.md' && text.includes('"schemaConfig"'))!.text,
  ) as Config;

export interface Compiled {
  /** The path of a file in the folder of the configuration. */
  fileOf(name: string): string;
  /** The compiled query or fragment of this name. */
  artifact<T>(name: string): T;
  remove(): void;
}

/**
 * Compiles documents, given by module name. Relay's compiler requires that the names of documents begin with the name
 * of their module.
 */
export function compiledByRelay(
  modules: Readonly<Record<string, string>>,
  more: { readonly persistConfig?: { readonly file: string } } = {},
): Compiled {
  const dir = mkdtempSync(path.join(tmpdir(), 'netloom-relay-'));
  const config = relayConfig();
  for (const folder of [config.src, config.artifactDirectory]) mkdirSync(path.join(dir, folder));
  for (const [name, text] of Object.entries(modules))
    writeFileSync(path.join(dir, config.src, `${name}.js`), `graphql\`${text}\`;`);
  writeFileSync(path.join(dir, 'relay.config.json'), JSON.stringify({ ...config, ...more }));
  writeFileSync(path.join(dir, 'package.json'), '{}');
  if (more.persistConfig) writeFileSync(path.join(dir, more.persistConfig.file), '{}');
  copyFileSync(path.join(projectDir, 'schema', 'schema.graphql'), path.join(dir, config.schema));
  execFileSync(process.execPath, [require.resolve('relay-compiler/cli.js'), 'relay.config.json'], {
    cwd: dir,
    stdio: 'pipe',
  });
  const artifact = <T>(name: string): T => {
    const writtenSource = readFileSync(path.join(dir, config.artifactDirectory, `${name}.graphql.js`), 'utf8');
    const { code } = transformSync(writtenSource, { module: { type: 'commonjs' } });
    const exportedModule = {} as { default: T };
    // Relay's compiler writes ES modules into a temporary folder, so this function converts and evaluates their code.
    const load = new Function('exports', 'require', code) as (
      moduleExports: object,
      load: (file: string) => unknown,
    ) => void;
    load(exportedModule, (file) => ({ __esModule: true, default: artifact(path.basename(file, '.graphql')) }));
    return exportedModule.default;
  };
  const fileOf = (name: string) => path.join(dir, name);
  return { fileOf, artifact, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
