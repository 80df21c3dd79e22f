// Tests a table in docs/architecture.md with the number of files that an extension changes. For the rows that
// new-kind.test.ts does not test, counts the files that mention an existing example.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './child';

interface Addition {
  readonly named: RegExp;
  /**
   * Files that mention the example of an extension, but need no change for such an extension, so they are not counted.
   */
  readonly aside?: RegExp;
  readonly places: readonly string[];
}

/**
 * Extensions that docs/architecture.md lists with the number of files to change, each with an existing example. The
 * files that mention the example (`named`) are counted.
 */
const additions: Readonly<Record<string, Addition>> = {
  'an SNMP table with facts of its own, up to the API': {
    named: /routing[-_ ]?neighbou?r/i,
    // Files that draw routing neighbours or create them for the demo.
    aside: /^(docs\/topology-page\.md|src\/(demo|modules\/topology|pages)\/.*)$/,
    places: [
      'docs/discovery.md',
      ...['host', 'interface', 'network', 'routing-neighbor'].map((model) => `prisma/models/${model}.prisma`),
      `prisma/migrations/20261126211000_fhrp_groups_and_routing_neighbors/migration.sql`,
      ...['row-tables', 'tables/routing-neighbors'].map((name) => `src/agent/sources/snmp/${name}.ts`),
      'src/data/tenancy/visible-rows.ts',
      'src/modules/inventory/host/host.rest.graphql',
      'src/modules/inventory/routing-neighbor/reported-routing-neighbor.ts',
      ...['entity.ts', 'rest.graphql', 'rest.ts', 'schema.ts', 'texts.ts'].map(
        (ending) => `src/modules/inventory/routing-neighbor/routing-neighbor.${ending}`,
      ),
    ],
  },
};

/** Whether the file is written by hand and has one of the counted types. The pages in src/pages/people are left out. */
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

test.each(Object.entries(additions))('%s is named in few files', (_title, { named, aside, places }) => {
  const isCounted = (file: string) => !aside?.test(file);
  expect([...texts].flatMap(([file, text]) => (named.test(text) && isCounted(file) ? [file] : [])).sort()).toEqual(
    [...places].sort(),
  );
});

test('the counts equal those in the table of docs/architecture.md', () => {
  const docs = readFileSync(path.join(projectDir, 'docs/architecture.md'), 'utf8');
  const counts = Object.fromEntries(
    [...docs.matchAll(/^\| ([^|]+?) +\| [^|]+\| (\d+) +\|/gm)].map(([, title, now]) => [title, Number(now)]),
  );
  for (const [title, { places }] of Object.entries(additions))
    expect([title, counts[title]]).toEqual([title, places.length]);
});
