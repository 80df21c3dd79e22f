// The steps that generate code and contracts from the sources. A step runs only if its inputs or outputs have changed.
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { entityFacts, manifestFiles } from './entity-facts.mjs';
import { listedFiles, moduleReports, moduleRoutes, moduleTypes } from './module-lists.mjs';
import { findBinary, Failure, filesBelow, fingerprint, inProject, load, run, timeStep } from './project.mjs';

const memory = inProject('src', 'generated', 'fingerprints.json');
const contracts = {
  sdl: inProject('schema', 'schema.graphql'),
  cacheRules: inProject('schema', 'cache-rules.json'),
  openapi: inProject('schema', 'openapi.json'),
};

/** The folders of pages that are built for browsers: those below `src/pages` that contain a tsconfig.json. */
const builtPageFolders = readdirSync(inProject('src', 'pages'))
  .filter((name) => existsSync(inProject('src', 'pages', name, 'tsconfig.json')))
  .map((name) => `src/pages/${name}`);
/** Whether a file belongs to the built pages, which may import only the public contracts of the service. */
const isOfBuiltPages = (file) => builtPageFolders.some((folder) => file.startsWith(`${folder}/`));
const isSource = (file) => file.endsWith('.ts') && !file.startsWith('src/generated/') && !isOfBuiltPages(file);
const isGraphqlSource = (file) =>
  isSource(file) && !/^src\/(rest|mcp|demo|main|server|modules\/routes)\b/.test(file) && !file.endsWith('.rest.ts');

/** Paths of the REST files of all modules: `restFiles('.graphql')` finds the files `*.rest.graphql`. */
const restFiles = (ending) => filesBelow(['src'], (file) => file.endsWith(`.rest${ending}`));

const prismaInputs = () => [
  ...filesBelow(['prisma'], (file) => !file.startsWith('prisma/migrations/')),
  inProject('scripts', 'model-facts-generator.mjs'),
  inProject('package-lock.json'),
];

async function printSdl() {
  const { lexicographicSortSchema, printSchema } = await load('node_modules', 'graphql');
  const { schema } = await load('src', 'modules', 'types.ts');
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/**
 * Prints rules for normalized caches, in the form of Apollo Client: types that have a key, and types that are embedded
 * in other types.
 */
async function printCacheRules() {
  const { buildSchema, isAbstractType, isObjectType } = await load('node_modules', 'graphql');
  const schema = buildSchema(readFileSync(contracts.sdl, 'utf8'));
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const hasIdentity = (type) => type.getInterfaces().some(({ name }) => name === 'Node');
  const parts = types.filter((type) => isObjectType(type) && !roots.includes(type) && !hasIdentity(type));
  const rules = {
    possibleTypes: Object.fromEntries(
      types.filter(isAbstractType).map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
    ),
    typePolicies: {
      Node: { keyFields: ['nodeId'] },
      ...Object.fromEntries(parts.map(({ name }) => [name, { keyFields: false, merge: true }])),
    },
  };
  return `${JSON.stringify(rules, null, 2)}\n`;
}

async function printOpenApi() {
  const { openApiDocument } = await load('src', 'rest', 'openapi', 'openapi.ts');
  const { schema } = await load('src', 'modules', 'types.ts');
  const { routes } = await load('src', 'modules', 'routes.ts');
  const { plainOperations } = await load('src', 'modules', 'plain-operations.ts');
  return `${JSON.stringify(await openApiDocument({ schema, routes, plainOperations }), null, 2)}\n`;
}

/**
 * Writes the IEEE registry of MAC address prefixes as one text, with one sorted line per prefix. The registry's own
 * object also contains the postal addresses of vendors, and would take most of the agent's memory.
 */
async function listVendors() {
  const require = createRequire(import.meta.url);
  const lines = Object.entries(require('oui-data'))
    .map(([prefix, text]) => `${prefix} ${text.split('\n')[0]}`)
    // Leaves out vendors whose names are only placeholders.
    .filter((line) => !/^\S+ (IEEE Registration Authority|Private)?$/i.test(line))
    .sort();
  const text = `// Generated: the vendors of MAC addresses by prefix.\nexport const vendors = ${JSON.stringify(lines.join('\n'))};\n`;
  writeFileSync(inProject('src', 'generated', 'vendors.ts'), text);
}

async function writeInventory() {
  const { downloadsIn, inventoryDocuments, inventoryFacts, inventoryKinds } = await import('./inventory-kinds.mjs');
  const { kindDescriptions, referredKinds } = await load('src', 'pages', 'inventory', 'kinds.ts');
  const [documents, routes] = [restFiles('.graphql'), restFiles('.ts')].map((files) =>
    files.map((file) => readFileSync(file, 'utf8')),
  );
  const facts = await inventoryFacts({
    sdl: readFileSync(contracts.sdl, 'utf8'),
    descriptions: kindDescriptions,
    referred: referredKinds,
    downloads: await downloadsIn({ documents, routes }),
  });
  writeFileSync(inProject('src', 'generated', 'inventory.graphql'), await inventoryDocuments(facts));
  writeFileSync(inProject('src', 'generated', 'inventory-kinds.ts'), inventoryKinds(facts));
  const { formFacts, formModule, formTexts } = await import('./inventory-forms.mjs');
  const { formDescriptions } = await load('src', 'pages', 'inventory', 'form-descriptions.ts');
  const { formHints } = await load('src', 'pages', 'inventory', 'form-hints.ts');
  const forms = await formFacts({
    sdl: readFileSync(contracts.sdl, 'utf8'),
    kinds: facts.kinds,
    descriptions: formDescriptions,
    hints: formHints,
  });
  writeFileSync(inProject('src', 'generated', 'inventory-forms.graphql'), await formTexts(forms));
  writeFileSync(inProject('src', 'generated', 'inventory-forms.ts'), formModule(forms));
}

async function writeCheckForm() {
  const { checkFormFacts, checkFormFragments, checkFormModule } = await import('./check-form.mjs');
  const { formHints } = await load('src', 'pages', 'checks', 'form-hints.ts');
  const sdl = readFileSync(contracts.sdl, 'utf8');
  writeFileSync(inProject('src', 'generated', 'check-form.graphql'), await checkFormFragments({ sdl }));
  const facts = await checkFormFacts({ sdl, hints: formHints });
  writeFileSync(inProject('src', 'generated', 'check-form.ts'), checkFormModule(facts));
}

const steps = [
  {
    title: 'Generating the Prisma client',
    inputs: prismaInputs,
    outputs: ['src/generated/prisma/client.ts', 'src/generated/pothos-prisma-types.ts', 'src/generated/model-facts.ts'],
    make: () =>
      run(process.execPath, [findBinary('prisma'), 'generate', '--config', inProject('prisma', 'prisma.config.ts')], {
        quiet: true,
        failure: 'The Prisma client could not be generated:',
        // Prisma must not look for newer versions, because the service must start without internet access.
        env: { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1', NO_COLOR: '1' },
      }),
  },
  {
    title: 'Collecting the facts of the entities',
    inputs: () => [
      ...manifestFiles(),
      // The manifests (`*.entity.ts`) import `conflicts.ts`, so a change of `conflicts.ts` also changes
      // entity-facts.ts.
      ...filesBelow(['src/modules'], (file) => file.endsWith('/conflicts.ts')),
      inProject('src', 'data', 'model', 'entity-manifest.ts'),
      inProject('src', 'generated', 'model-facts.ts'),
      inProject('scripts', 'entity-facts.mjs'),
    ],
    outputs: ['src/generated/entity-facts.ts'],
    make: async () => writeFileSync(inProject('src', 'generated', 'entity-facts.ts'), await entityFacts()),
  },
  {
    title: 'Listing what the modules have',
    inputs: () => [...listedFiles(), inProject('scripts', 'module-lists.mjs')],
    outputs: ['module-types', 'module-routes', 'module-reports'].map((name) => `src/generated/${name}.ts`),
    make: () => {
      writeFileSync(inProject('src', 'generated', 'module-types.ts'), moduleTypes());
      writeFileSync(inProject('src', 'generated', 'module-routes.ts'), moduleRoutes());
      writeFileSync(inProject('src', 'generated', 'module-reports.ts'), moduleReports());
    },
  },
  {
    title: 'Printing the GraphQL schema',
    inputs: () => [...filesBelow(['src'], isGraphqlSource), ...prismaInputs()],
    outputs: ['schema/schema.graphql'],
    contract: contracts.sdl,
    print: printSdl,
  },
  {
    title: 'Deriving the rules for caches',
    inputs: () => [contracts.sdl, inProject('scripts', 'generation.mjs')],
    outputs: ['schema/cache-rules.json'],
    contract: contracts.cacheRules,
    print: printCacheRules,
  },
  {
    title: 'Writing the standard REST documents',
    inputs: () => [
      contracts.sdl,
      ...restFiles('.graphql'),
      ...restFiles('.ts'),
      inProject('scripts', 'standard-documents.mjs'),
    ],
    outputs: ['src/generated/rest.graphql'],
    make: async () => {
      const { standardDocuments } = await import('./standard-documents.mjs');
      const texts = (files) => files.map((file) => readFileSync(file, 'utf8'));
      const [sdl, documents, routes] = [[contracts.sdl], restFiles('.graphql'), restFiles('.ts')].map(texts);
      const text = await standardDocuments({ sdl: sdl[0], documents, routes });
      writeFileSync(inProject('src', 'generated', 'rest.graphql'), text);
    },
  },
  {
    title: 'Writing what the inventory pages show',
    inputs: () => [
      contracts.sdl,
      ...restFiles('.graphql'),
      ...restFiles('.ts'),
      ...['kinds.ts', 'form-descriptions.ts', 'form-hints.ts'].map((name) =>
        inProject('src', 'pages', 'inventory', name),
      ),
      ...['inventory-kinds.mjs', 'inventory-forms.mjs', 'form-hints.mjs'].map((name) => inProject('scripts', name)),
    ],
    outputs: ['inventory.graphql', 'inventory-kinds.ts', 'inventory-forms.graphql', 'inventory-forms.ts'].map(
      (name) => `src/generated/${name}`,
    ),
    make: writeInventory,
  },
  {
    title: 'Writing the form of checks',
    inputs: () => [
      contracts.sdl,
      inProject('src', 'pages', 'checks', 'form-hints.ts'),
      ...['check-form.mjs', 'inventory-kinds.mjs', 'form-hints.mjs'].map((name) => inProject('scripts', name)),
    ],
    outputs: ['check-form.graphql', 'check-form.ts'].map((name) => `src/generated/${name}`),
    make: writeCheckForm,
  },
  {
    title: 'Generating the typed operations',
    inputs: () => [
      contracts.sdl,
      inProject('codegen.yml'),
      ...filesBelow(['src'], (file) => file.endsWith('.graphql')),
    ],
    outputs: [
      'operations',
      ...['kit', 'page', 'people', 'inventory', 'discovery-page', 'checks-page'].map((name) => `${name}-operations`),
    ].map((name) => `src/generated/${name}.ts`),
    make: () =>
      run(
        process.execPath,
        [findBinary('@graphql-codegen/cli', 'graphql-codegen'), '--config', inProject('codegen.yml')],
        {
          quiet: true,
          failure: 'The operations in src/**/*.graphql do not fit the schema:',
          env: { NO_COLOR: '1' },
        },
      ),
  },
  {
    title: 'Listing the vendors of MAC addresses',
    inputs: () => [inProject('package-lock.json'), inProject('scripts', 'generation.mjs')],
    outputs: ['src/generated/vendors.ts'],
    make: listVendors,
  },
  {
    title: 'Bundling the agent',
    inputs: () =>
      filesBelow(
        [
          ...['src/agent', 'src/platform/text', 'src/modules/inventory/identity', 'src/generated/vendors.ts'],
          ...['package.json', 'package-lock.json', 'scripts/agent-bundle.mjs'],
        ],
        (file) => !file.endsWith('.graphql'),
      ),
    outputs: ['src/generated/built-agent/netloom-agent.cjs'],
    make: async () => {
      const { bundleAgent, servedAgent } = await import('./agent-bundle.mjs');
      await bundleAgent(inProject(servedAgent));
    },
  },
  {
    title: 'Building the pages',
    inputs: () => [
      ...filesBelow([
        ...builtPageFolders,
        'src/modules/topology/graph/render',
        'src/modules/topology/graph/edge-appearances.ts',
        'src/generated/check-form.ts',
        'src/generated/checks-page-operations.ts',
        'src/generated/discovery-page-operations.ts',
        'src/generated/home-operations.ts',
        'src/generated/inventory-kinds.ts',
        'src/generated/inventory-forms.ts',
        'src/generated/inventory-operations.ts',
        'src/generated/kit-operations.ts',
        'src/generated/page-operations.ts',
        'src/generated/people-operations.ts',
        'package-lock.json',
      ]),
      inProject('scripts', 'build-pages.mjs'),
    ],
    outputs: [
      'topology/index',
      'topology/share',
      'inventory/index',
      'discovery/index',
      'checks/index',
      'api/graphiql',
      'api/docs',
      'home/index',
      'people/account',
      'people/organization',
    ].map((page) => `src/generated/built-pages/${page}.html`),
    make: async () => (await import('./build-pages.mjs')).buildPages(),
  },
  {
    title: 'Deriving the OpenAPI document',
    inputs: () => [
      ...filesBelow(['src'], isSource),
      inProject('src/generated/operations.ts'),
      contracts.sdl,
      // No step generates the examples: `npm run record-examples` records them.
      inProject('schema/examples.json'),
    ],
    outputs: ['schema/openapi.json'],
    contract: contracts.openapi,
    print: printOpenApi,
  },
];

function readMemory() {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'));
  } catch {
    return {};
  }
}

function stateOf(step) {
  const outputs = step.outputs.map((output) => inProject(output));
  return outputs.every((output) => existsSync(output)) ? fingerprint([...step.inputs(), ...outputs]) : undefined;
}

/** Updates all generated files that are not current. Prints nothing if no file has changed. */
export async function generate({ check = false } = {}) {
  const stale = [];
  for (const step of steps) {
    const states = readMemory();
    const state = stateOf(step);
    const isCurrent = state !== undefined && states[step.title] === state;
    if (isCurrent && !(check && step.print)) continue;
    if (check && step.print) {
      const publishedContract = existsSync(step.contract) ? readFileSync(step.contract, 'utf8') : '';
      if ((await step.print()) !== publishedContract) stale.push(path.relative(inProject(), step.contract));
      // Later steps read the published SDL. If the SDL is stale, their results would only add errors.
      if (stale.length > 0) break;
      continue;
    }
    await timeStep(step.title, async () => {
      if (step.make) return step.make();
      const text = await step.print();
      mkdirSync(path.dirname(step.contract), { recursive: true });
      writeFileSync(step.contract, text);
    });
    mkdirSync(path.dirname(memory), { recursive: true });
    writeFileSync(memory, `${JSON.stringify({ ...states, [step.title]: stateOf(step) }, null, 2)}\n`);
  }
  if (stale.length > 0) {
    throw new Failure(`${stale.join(', ')} is not what the code says: run "npm run generate" and commit it.`);
  }
}
