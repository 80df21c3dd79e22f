// Compiles the service to dist/ file by file. Each src/x.ts becomes dist/x.js, so that relative paths stay valid.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, fingerprint, inProject, projectDir, timeStep } from './project.mjs';

const memory = inProject('dist', 'build.json');

/** Folders of files that are not code. The service reads these files at run time, so they are copied to dist/. */
const assets = ['src/pages/static', 'src/pages/examples', 'src/generated/built-pages', 'src/generated/built-agent'];

/** All files from which the service is built, without files that the build generates. */
const sources = () => [
  ...filesBelow(['src', 'prisma', 'scripts'], (file) => !/^(src\/generated|prisma\/migrations)\//.test(file)),
  ...['codegen.yml', 'package.json', 'package-lock.json', 'schema/examples.json'].map((file) => inProject(file)),
];

/** Whether the installation contains only dist/, without the sources. Then there is nothing to build. */
export const isShipped = () => !existsSync(inProject('src'));

export function buildIsCurrent() {
  try {
    return JSON.parse(readFileSync(memory, 'utf8')).sources === fingerprint(sources());
  } catch {
    return false;
  }
}

const isCode = (file) => file.endsWith('.ts') && !file.endsWith('.d.ts');
const targetOf = (file) => path.join(inProject('dist'), path.relative(inProject('src'), file).replace(/\.ts$/, '.js'));

/** Replaces a file atomically, because other programs may read the file at the same time. */
function put(target, write) {
  mkdirSync(path.dirname(target), { recursive: true });
  const half = `${target}.${process.pid}`;
  write(half);
  renameSync(half, target);
}

async function compile(file) {
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(file, {
    swcrc: false,
    configFile: false,
    // These options equal those for Jest in jest.config.mjs, so that tests run the same JavaScript.
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  const target = targetOf(file);
  const sources = [path.relative(path.dirname(target), file).split(path.sep).join('/')];
  put(`${target}.map`, (half) => writeFileSync(half, JSON.stringify({ ...JSON.parse(map), sources })));
  put(target, (half) => writeFileSync(half, `${code}//# sourceMappingURL=${path.basename(target)}.map\n`));
  return [target, `${target}.map`];
}

/** Compiles the service. The generated files must already be current. */
export async function build() {
  await timeStep('Compiling the service', async () => {
    const currentFingerprint = fingerprint(sources());
    const code = await Promise.all(filesBelow(['src'], isCode).map(compile));
    const copies = filesBelow(assets).map((file) => {
      put(targetOf(file), (half) => copyFileSync(file, half));
      return targetOf(file);
    });
    const expectedFiles = new Set([...code.flat(), ...copies, memory]);
    const isLeftOver = (file) => !expectedFiles.has(path.join(projectDir, file)) && !/\.\d+$/.test(file);
    for (const file of filesBelow(['dist'], isLeftOver)) rmSync(file, { force: true });
    put(memory, (half) => writeFileSync(half, `${JSON.stringify({ sources: currentFingerprint })}\n`));
  });
}
