// Lint rules: mistakes that type checking does not find, and the directions in which folders may import each other.
// Rules that need types are in .oxlintrc.json, because oxlint finds types in less time.
import tseslint from 'typescript-eslint';
import { folderArrows } from './scripts/folder-arrows.mjs';
import { importRooms } from './scripts/import-rooms.mjs';

// Matches a call of Prisma that has no condition on rows.
const unlimited = (call) =>
  ['[arguments.length=0]', ' > ObjectExpression:not(:has(Property[key.name="where"]))']
    .concat(' > ObjectExpression > Property[key.name="where"] > ObjectExpression[properties.length=0]')
    .map((nothing) => `CallExpression${call}${nothing}`)
    .join(', ');

/** Matches suites and benches that do not make a database of their own. */
const withoutDatabase = 'Program:not(:has(ImportDeclaration[source.value=/.(own-database|mail-world|database)$/]))';
/** Matches calls of background jobs, whose first argument is the database. */
const backgroundJob =
  'CallExpression[callee.name=/^(startDueRuns|failSilentSessions|resolveNeighborsOfFinishedRuns|sendIdleToStandby' +
  '|recordSilences|queueRuleMails|createJobMailer|createScheduledJobs|lookBack|(sweep|emptyDeleted)[A-Z].*)$/]';

export default tseslint.config(
  // The SNMP simulator of the lab is kept unchanged, as are the other files of the lab. The files of
  // test/start/new-kind are inserted into a copy of the project.
  {
    ignores: ['node_modules', 'dist', 'src/generated', 'schema', 'coverage', '.data', 'test/lab/snmp-sim.mjs'].concat(
      'test/start/new-kind',
    ),
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    // Limits the length of functions. A longer function needs a comment with the reason, such as
    // `eslint-disable-next-line max-lines-per-function -- a table of endpoints`.
    files: ['src/**/*.ts', 'src/**/*.tsx', 'scripts/**/*.mjs'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true, IIFEs: true }],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { netloom: { rules: { 'import-rooms': importRooms, 'folder-arrows': folderArrows } } },
    rules: { 'netloom/import-rooms': 'error', 'netloom/folder-arrows': 'error' },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['src/config/index.ts', 'src/data/tenancy/tenant-sql.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':not(MemberExpression[property.name="NODE_ENV"]) > MemberExpression[object.name="process"][property.name="env"]',
          message: 'Settings are read in src/config only: add one to its table and take it from Config.',
        },
        {
          selector: 'MemberExpression[property.name=/^[$](query|execute)Raw/]',
          message:
            'SQL by hand is sent by executeSql and querySql (src/data/tenancy/tenant-sql.ts), and says whose it is.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', 'attack/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: unlimited('[callee.property.name=/^(delete|update)Many$/]'),
          message: 'Suites run beside others on one database: name the rows that are yours.',
        },
        {
          // Forbids reads without a condition, except by the guarded client, which returns only rows that the viewer
          // may see.
          selector: ['[callee.object.object.name="prisma"]', '[callee.object.object.property.name="prisma"]']
            .map((ofAll) =>
              unlimited(`[callee.property.name=/^(findMany|findFirst.*|count|aggregate|groupBy)$/]${ofAll}`),
            )
            .join(', '),
          message: 'Suites run beside others on one database: name the rows that are yours.',
        },
        {
          // Forbids passing the raw client to a background job: the job would process the rows of every organization,
          // also those of other suites.
          selector: ['MemberExpression[property.name="prisma"]', 'Identifier[name="prisma"]']
            .map((raw) => `${withoutDatabase} ${backgroundJob} > ${raw}.arguments:first-child`)
            .join(', '),
          message: 'The job would take the rows of other suites: give it a scoped client, or the suite a database.',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.recommended],
    rules: { 'no-var': 'off', eqeqeq: ['error', 'always', { null: 'ignore' }] },
  },
);
