// Tests that a client generated from /openapi.json compiles and can run a whole scenario against the server.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createWorld, type World } from '../support/world';

const projectDir = path.resolve(__dirname, '../..');
const sources = path.join(__dirname, 'generated-client');
const run = promisify(execFile);

let world: World;
let folder: string;
const suffix = randomUUID();
beforeAll(async () => {
  world = await createWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'netloom-client-'));
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'));
  for (const file of ['scenario.mts', 'tsconfig.json']) copyFileSync(path.join(sources, file), path.join(folder, file));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  const registered = await world.prisma.user.findMany({ where: { email: { contains: suffix } } });
  await world.prisma.organization.deleteMany({
    where: { id: { in: registered.map(({ organizationId }) => organizationId) } },
  });
  await world.close();
});

/**
 * Runs a JavaScript file in a separate process and returns its output. If the process fails, the error message contains
 * its output.
 */
async function node(...args: string[]): Promise<string> {
  try {
    return (await run(process.execPath, args, { cwd: folder })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args[0]}: ${stdout}${stderr}`, { cause: error });
  }
}
const script = (...segments: string[]) => path.join(projectDir, 'node_modules', ...segments);

test('types are generated, the scenario compiles and runs to its end', async () => {
  await node(script('openapi-typescript', 'bin', 'cli.js'), `${world.url}/openapi.json`, '--output', 'api.d.ts');
  await node(script('@typescript/native', 'bin', 'tsc'), '--project', 'tsconfig.json');
  expect(await node('out/scenario.mjs', world.url, suffix)).toMatch(/\ndone\n$/);
});
