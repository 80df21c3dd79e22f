// Tests /openapi.json and /docs: both addresses are public, send an ETag, need no internet access, and have a strict
// content security policy.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createWorld, type World } from '../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the document is public, and not sent again to clients that have it', async () => {
  const first = await world.anonymous.send('GET', '/openapi.json');
  expect([first.status, first.body.openapi]).toEqual([200, '3.1.0']);
  const tag = first.headers.get('etag')!;
  expect((await world.anonymous.send('GET', '/openapi.json', { headers: { 'if-none-match': tag } })).status).toBe(304);
});

test('the page names only files that we serve ourselves, and lets scripts come from nowhere else', async () => {
  const page = await world.anonymous.send('GET', '/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  const files = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(3);
  files.push('/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/start.js');
  for (const file of files) {
    expect(file).toMatch(/^\/(docs|assets)\//);
    expect((await world.anonymous.send('GET', file)).status).toBe(200);
  }
  expect(page.body).not.toMatch(/<script>|<style>|https?:/);
});

test('another method is refused in the envelope', async () => {
  const { status, body, headers } = await world.anonymous.send('POST', '/docs', { body: {} });
  expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS']);
});

test('other forms of the document are written by command', async () => {
  const write = async (form: string) => {
    const command = ['scripts/openapi-forms.mjs', form];
    const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 10_000_000 });
    return JSON.parse(stdout) as { openapi?: string; item?: { name: string; item: object[] }[] };
  };
  const older = await write('openapi-3.0');
  expect(older.openapi).toBe('3.0.3');
  expect(JSON.stringify(older)).not.toMatch(/"type":\[|"prefixItems":\[/);
  const { item: folders } = await write('postman');
  expect(folders!.find(({ name }) => name === 'VLANs')!.item.length).toBeGreaterThan(5);
  await expect(write('raml')).rejects.toMatchObject({ stderr: 'Name one form: openapi-3.0 or postman.\n' });
});
