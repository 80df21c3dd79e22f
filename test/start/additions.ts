// Extensions of the service, such as a new field or a new setting: the lines that a developer writes for each of
// them. new-kind.test.ts makes these changes in a copy of the project.

/** Lines to insert before a text that occurs once in the file. */
type Insertion = readonly [lines: string, before: string];

export interface Addition {
  /** The title of the addition's row in the table of docs/architecture.md. */
  readonly title: string;
  /** Texts of new files by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly inserted: Readonly<Record<string, readonly Insertion[]>>;
  /** Insertions into tests. The table in docs/architecture.md counts only the other files. */
  readonly tests?: Readonly<Record<string, readonly Insertion[]>>;
}

const graph = 'src/modules/topology/graph';
const formats = 'src/modules/discovery/importing/formats';
const snmp = 'src/agent/sources/snmp';
const vlan = 'src/modules/inventory/vlan/vlan';

/**
 * A new kind of entity: racks. This object has the insertions into existing files. The new files are in
 * `test/start/new-kind`.
 */
const kind: Addition = {
  title: 'a kind',
  inserted: {
    // Prisma requires that both models of a relation, `Rack` and `Network`, declare the relation.
    'prisma/models/network.prisma': [['  racks Rack[]\n', '  fhrpGroups ']],
    'src/data/tenancy/visible-rows.ts': [['  Rack: inNetworks,\n', '  Route: inNetworks,\n']],
    'src/auth/permissions.ts': [
      [
        ['create', 'update', 'delete'].map((verb) => `  ${verb}Rack: anyone('Member'),\n`).join('') +
          `  deleteRacks: anyone('Member'),\n`,
        `  createVlan: anyone('Member'),\n`,
      ],
    ],
    // The inventory pages of racks are generated from this description.
    'src/pages/inventory/kinds.ts': [
      [
        `      {
        list: 'racks',
        singular: 'rack',
        plural: 'racks',
        title: ['name'],
        columns: ['address', 'updatedAt'],
        search: ['name'],
        searchHint: 'Name',
        nextStep: 'Racks are made by the API.',
      },
`,
        `      {\n        list: 'groups',\n`,
      ],
    ],
  },
};

const field: Addition = {
  title: 'a field of a VLAN, port or binding',
  files: {
    'prisma/migrations/20991231000001_vlan_purpose/migration.sql': `-- What a VLAN is for.
ALTER TABLE "vlans" ADD COLUMN "purpose" TEXT;
SELECT keep_history_of('vlans', 'network_id');
`,
  },
  inserted: {
    'prisma/models/vlan.prisma': [['  /// What it is for.\n  purpose String?\n', '  /// Free text.\n']],
    [`${vlan}.schema.ts`]: [['    purpose: optional(text(0, 100)),\n', '    description: optional(text(0, 2000)),\n']],
    [`${vlan}.rest.graphql`]: [['  purpose\n', '  source {\n']],
  },
};

const enumValue: Addition = {
  title: 'an enum value',
  files: {
    'prisma/migrations/20991231000002_mixed_duplex/migration.sql': `ALTER TYPE "duplex_mode" ADD VALUE 'Mixed';\n`,
  },
  inserted: { 'prisma/models/interface.prisma': [['  Mixed\n\n', '  @@map("duplex_mode")\n']] },
};

const mutation: Addition = {
  title: 'another mutation, and a REST route',
  inserted: {
    'src/auth/permissions.ts': [[`  clearVlanDescription: anyone('Member'),\n`, `  createVlan: anyone('Member'),\n`]],
    [`${vlan}.schema.ts`]: [
      [
        `import { updateVisible } from '../../../data/tenancy/rows';\n`,
        `import { builder } from '../../../graphql/builder';\n`,
      ],
      [
        `builder.mutationField('clearVlanDescription', (t) =>
  t.prismaField({
    type: 'Vlan',
    description: 'Removes the description of a VLAN.',
    authScopes: { action: 'clearVlanDescription' },
    args: { id: t.arg({ type: 'UUID', required: true, description: 'Id of the VLAN.' }) },
    resolve: (query, _root, { id }, { db }) => updateVisible(db, 'Vlan', id, { description: null }, { query }),
  }),
);

`,
        'const bySubnet = ',
      ],
    ],
    [`${vlan}.rest.graphql`]: [
      [
        `mutation ClearVlanDescription($id: UUID!) {
  data: clearVlanDescription(id: $id) {
    ...VlanRest
  }
}

`,
        'mutation CreateVlanDiscovery(',
      ],
    ],
    [`${vlan}.rest.ts`]: [
      ['  ClearVlanDescriptionDocument,\n', '  CreateVlanDocument,\n  DeleteVlanDocument,\n'],
      [
        `  route('delete', '/vlans/:id/description', ClearVlanDescriptionDocument),\n`,
        `  route('get', '/vlans/:id', GetVlanByIdDocument),\n`,
      ],
    ],
  },
  tests: {
    'test/modules/inventory/vlan.samples.ts': [
      [`  operations: { clear_vlan_description: 'one without words' },\n`, '  cases: {\n'],
      [`    clear_vlan_description: ({ id }) => ({ id: id('Vlan') }),\n`, '    create_vlan: (side) => ({\n'],
    ],
  },
};

const rule: Addition = {
  title: 'a topology rule without parameters',
  inserted: {
    [`${graph}/options.ts`]: [[`  | 'ByDuplex'\n`, `  | 'ByTrunkPort'\n`]],
    [`${graph}/vocabulary.ts`]: [
      [`  ByDuplex: { box: 'TrunkPort', views: ['L2Physical'], place: 'Ordered' },\n`, '  ByTrunkPort: {'],
    ],
    [`${graph}/element-rules.ts`]: [['  ByDuplex: { match: () => undefined },\n', '  ByTrunkPort: {\n']],
  },
};

const format: Addition = {
  title: 'a format of imported files',
  files: {
    [`${formats}/address-list.ts`]: `// The word \`addresses\`, and an address in each line after it.
import { splitLines } from './decode';
import type { ImportedEntry } from './imported-entries';
import { readIp } from './values';

export async function* addressList(text: AsyncIterable<string>): AsyncGenerator<ImportedEntry> {
  for await (const { number: line, text: one } of splitLines(text, 100)) {
    const ip = readIp(one);
    if (ip !== undefined)
      yield { kind: 'Host', line, host: { addresses: [{ ip }], ports: [], services: [], interfaces: [] } };
    else if (line > 1) yield { kind: 'Refused', line, code: 'invalid_value', text: one };
  }
}
`,
  },
  inserted: {
    [`${formats}/formats.ts`]: [
      [`import { addressList } from './address-list';\n`, `import { bridgeFdbJson } from './bridge-fdb-json';\n`],
      [
        `  AddressList: {
    description: 'Addresses, one in each line.',
    matches: (_head, first) => first === 'addresses',
    read: addressList,
  },
`,
        '  NmapXml: {\n',
      ],
    ],
    'src/pages/kit/import/import-file.ts': [[`  AddressList: 'list of addresses',\n`, '  NmapXml: ']],
    'docs/import-formats.md': [['| `AddressList` | by hand | addresses | nothing |\n', '| `NmapXml` ']],
  },
};

const settingAdded: Addition = {
  title: 'a setting',
  inserted: {
    'src/config/settings.ts': [
      [
        `  GREETING: setting({
    description: 'First line of the log.',
    defaultText: 'none',
    allowed: 'a text',
    schema: z.string(),
  }),
`,
        '  DATABASE_POOL_SIZE: setting({\n',
      ],
    ],
    'src/config/index.ts': [
      ['  readonly greeting: string | undefined;\n', '  readonly databasePoolSize: number;\n'],
      [`    greeting: read('GREETING'),\n`, `    databasePoolSize: read('DATABASE_POOL_SIZE') ?? 10,\n`],
    ],
    'src/main.ts': [
      [
        '  if (config.greeting !== undefined) logger.info(config.greeting);\n',
        '  const prisma = plannedClient(createPrismaClient(url, options));\n',
      ],
    ],
    'docs/operating.md': [['| `GREETING` | none | First line of the log. |\n', '| `DATABASE_POOL_SIZE` ']],
  },
};

const snmpTable: Addition = {
  title: 'an SNMP table that fills known facts',
  files: {
    [`${snmp}/tables/board.ts`]: `// A maker's table of boards: the serial number of the first.
import { toText } from '../values';
import { readTable, type Device } from '../walk';

const column = { serialNumber: 2 };
const table = { name: 'boardTable', entry: '1.3.6.1.4.1.99999.1.1', columns: column };

export async function readBoard(device: Device): Promise<{ serialNumber: string | undefined; isComplete: boolean }> {
  const { rows, isComplete } = await readTable(device, table);
  return { serialNumber: toText(rows[0]?.cells[column.serialNumber]), isComplete };
}
`,
  },
  inserted: {
    [`${snmp}/facts.ts`]: [[`'board', `, `'aggregates', 'stp', 'duplex', 'poe'] as`]],
    [`${snmp}/reading.ts`]: [
      [`import { readBoard } from './tables/board';\n`, `import { readBasePorts, `],
      [
        `    await this.read('board', async () => {
      const { serialNumber, isComplete } = await readBoard(this.device);
      if (serialNumber !== undefined) this.facts.entity = { ...this.facts.entity, serialNumber };
      return isComplete;
    });
`,
        '    for (const { name, facts, read } of rowTables)\n',
      ],
    ],
    'src/agent/report/host-report.ts': [[`isComplete('board') && `, `isComplete('duplex'),\n`]],
  },
};

export const additions: readonly Addition[] = [
  ...[kind, field, enumValue, mutation, rule, format, settingAdded, snmpTable],
];
