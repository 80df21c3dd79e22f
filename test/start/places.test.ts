// What adding something takes: of each kind of thing one that is there, and the places that name it. Tests and clients aside.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './child';

interface Thing {
  readonly named: RegExp;
  /** Files that do more with it than the count is of. */
  readonly aside?: RegExp;
  readonly places: readonly string[];
}

const graph = 'src/modules/topology/graph';
const organization = 'src/modules/access/organization/organization';

/** As the table in docs/architecture.md counts them. */
const things: Readonly<Record<string, Thing>> = {
  'a topology rule without parameters': {
    named: /\bByTrunkPort\b/,
    places: [`${graph}/element-rules.ts`, `${graph}/options.ts`, `${graph}/vocabulary.ts`],
  },
  'a format of imported files': {
    named: /odhcpdLeases\b/i,
    places: [
      'docs/import-formats.md',
      'src/modules/discovery/importing/formats/formats.ts',
      'src/modules/discovery/importing/formats/odhcpd-leases.ts',
      'src/pages/topology/state/import-file.ts',
    ],
  },
  'another mutation, and a REST route': {
    named: /setOrganizationSecondFactor/i,
    places: [
      'src/auth/permissions.ts',
      `${organization}.rest.graphql`,
      `${organization}.rest.ts`,
      `${organization}.schema.ts`,
    ],
  },
  'a setting': {
    named: /\bDATABASE_POOL_SIZE\b|config\.databasePoolSize\b/,
    places: ['docs/operating.md', 'src/config/index.ts', 'src/config/settings.ts', 'src/main.ts'],
  },
  'an SNMP table that fills known facts': {
    named: /\bplacePower\b|isComplete\('poe'\)|'poe', 'fhrp'/,
    places: [
      'src/agent/report/host-report.ts',
      'src/agent/snmp/facts.ts',
      'src/agent/snmp/reading.ts',
      'src/agent/snmp/tables/power.ts',
    ],
  },
  'an SNMP table with facts of its own, up to the API': {
    named: /routing[-_ ]?neighbou?r/i,
    // What draws them.
    aside: /^(docs\/topology-page\.md|src\/(demo|modules\/topology|pages)\/.*)$/,
    places: [
      'docs/discovery.md',
      ...['host', 'interface', 'network', 'routing-neighbor'].map((model) => `prisma/models/${model}.prisma`),
      `prisma/migrations/20261126211000_fhrp_groups_and_routing_neighbors/migration.sql`,
      'src/agent/report/routing.ts',
      ...['facts', 'reading', 'tables/routing-neighbors'].map((name) => `src/agent/snmp/${name}.ts`),
      'src/data/tenancy/visible-rows.ts',
      'src/modules/inventory/host/host.rest.graphql',
      'src/modules/inventory/host/report/reported-tables.ts',
      'src/modules/inventory/routing-neighbor/reported-routing-neighbor.ts',
      ...['entity.ts', 'rest.graphql', 'rest.ts', 'schema.ts', 'texts.ts'].map(
        (ending) => `src/modules/inventory/routing-neighbor/routing-neighbor.${ending}`,
      ),
    ],
  },
};

/** What people write: nothing that is generated, and no client of the service. */
const isWritten = (file: string) =>
  /\.(ts|tsx|graphql|md|prisma)$|_routing_neighbors\/migration\.sql$/.test(file) &&
  !/^src\/(generated|pages\/people)\//.test(file);
const texts = new Map(
  ['src', 'docs', 'prisma/models', 'prisma/migrations']
    .flatMap((folder) =>
      readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join('/')),
      ),
    )
    .filter((file) => isWritten(file) && file !== 'docs/architecture.md')
    .map((file) => [file, readFileSync(path.join(projectDir, file), 'utf8')] as const),
);

test.each(Object.entries(things))('%s is named in few places', (_title, { named, aside, places }) => {
  const isCounted = (file: string) => !aside?.test(file);
  expect([...texts].flatMap(([file, text]) => (named.test(text) && isCounted(file) ? [file] : [])).sort()).toEqual(
    [...places].sort(),
  );
});

test('the counts stand in the table of docs/architecture.md', () => {
  const docs = readFileSync(path.join(projectDir, 'docs/architecture.md'), 'utf8');
  const counts = Object.fromEntries(
    [...docs.matchAll(/^\| ([^|]+?) +\| [^|]+\| (\d+) +\|/gm)].map(([, title, now]) => [title, Number(now)]),
  );
  for (const [title, { places }] of Object.entries(things))
    expect([title, counts[title]]).toEqual([title, places.length]);
});
