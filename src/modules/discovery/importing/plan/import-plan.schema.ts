// GraphQL type, queries and mutations of import plans. A plan lists what the import of a file changes in a network;
// applying the plan writes the changes.
import { storedJson } from '../../../../data/model/stored-json';
import { AppError } from '../../../../errors';
import { requireVisible } from '../../../../data/tenancy/rows';
import { builder } from '../../../../graphql/builder';
import { enumRef } from '../../../../graphql/enums';
import { listedEntity } from '../../../../graphql/entity/listed-entity';
import { integer, optional, readOnly, text, time } from '../../../../graphql/entity/sheet-fields';
import { heavyWork } from '../../../../graphql/heavy-work/heavy-operations';
import { defineList, defineRootList, relatedList } from '../../../../graphql/lists/list';
import { text as boundedText } from '../../../../graphql/plugin/bounds';
import { canonicalNamespace } from '../../../../platform/text/validation';
import { formats, type ImportFormat } from '../formats/formats';
import { lengths } from '../formats/values';
import type { Difference } from './differences';
import { applyImport, planImport } from './import-plan.actions';

const count = () => readOnly(integer(0));

listedEntity('ImportPlan', {
  mixins: [],
  fields: {
    fileName: readOnly(text(1, 255)),
    namespace: readOnly(text(0, lengths.name)),
    created: count(),
    changed: count(),
    matched: count(),
    refused: count(),
    expiresAt: readOnly(time()),
    appliedAt: readOnly(optional(time())),
  },
  list: {
    name: 'importPlans',
    description: "The caller's own import plans, oldest first by default. They are deleted after an hour.",
  },
  getter: { name: 'importPlan' },
  filter: { network: true },
  order: ['fileName', 'expiresAt', 'appliedAt'],
});

builder.prismaObjectFields('ImportPlan', (t) => ({
  rows: relatedList(t, 'rows', 'ImportPlan', { description: 'Its rows, in the order of the file by default.' }),
}));

const differenceRef = builder.objectRef<Difference>('ImportDifference').implement({
  description: 'A value that differs between the file and the network.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field, or of the list to which a part is added.' }),
    part: t.exposeString('part', {
      nullable: true,
      description: 'Address, name or number of the part that has the field; null for a field of the row itself.',
    }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'Value before the import; null where there is none.',
    }),
    after: t.exposeString('after', { nullable: true, description: 'Value in the file.' }),
    isKept: t.boolean({
      description:
        "Whether the network's value stays: it has precedence, or an earlier entry of the file has another value.",
      resolve: ({ kept }) => kept !== undefined,
    }),
  }),
});

builder.prismaObject('ImportPlanRow', {
  select: { id: true },
  description: 'One entry of an imported file, and what applying the plan does with it.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    planId: t.expose('planId', { type: 'UUID', description: 'Id of its plan.' }),
    position: t.exposeInt('position', { description: 'Place in the plan, from 0.' }),
    line: t.exposeInt('line', { description: 'Line of the file at which it begins, from 1.' }),
    kind: t.expose('kind', { type: enumRef('ImportRowKind'), description: 'Type of what the entry describes.' }),
    action: t.expose('action', { type: enumRef('ImportAction'), description: 'What applying the plan does.' }),
    name: t.exposeString('name', { description: 'Name, address or text of the entry.' }),
    entityId: t.expose('entityId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the stored row that the entry describes; null if there is none.',
    }),
    fields: t.exposeStringList('fields', {
      description: 'Fields and parts that would change; of a row that is left out, those that differ and stay.',
    }),
    differences: t.field({
      type: [differenceRef],
      description: 'Values that differ between the file and the network; at most 50.',
      select: { differences: true },
      resolve: ({ differences }) => storedJson<Difference[]>(differences),
    }),
    sameAsLine: t.exposeInt('sameAsLine', {
      nullable: true,
      description: 'Line of an earlier entry of the file that is about the same host, subnet or VLAN.',
    }),
    code: t.exposeString('code', {
      nullable: true,
      description:
        'Why it is left out; or `address_moved`, `host_merged`, `unclear_identity`: what an entry does to another host, or leaves open.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason as a sentence for people; null for none.',
    }),
  }),
});

defineList('ImportPlanRow', {
  filter: { columns: ['id', 'kind', 'action', 'line', 'code', 'entityId'] },
  order: ['position', 'line'],
  defaultOrder: [{ field: 'position', direction: 'asc' }],
  below: { argument: 'planId', model: 'ImportPlan' },
});
defineRootList('importPlanRows', 'ImportPlanRow', { description: "Rows of the caller's import plans, by position." });

const format = builder.enumType('ImportFormat', {
  description: 'Format of an imported file.',
  values: Object.fromEntries(
    Object.entries(formats).map(([name, { description }]) => [name, { description }]),
  ) as Record<ImportFormat, { description: string }>,
});

const namespaceBy = builder.enumType('ImportNamespaceBy', {
  description: 'NetBox object whose name becomes the namespace of prefixes and addresses.',
  values: {
    Vrf: { description: 'The VRF; prefixes and addresses without one get the namespace of the import.' },
    Site: { description: 'The site of the prefix, or of the device that has the address.' },
  },
});

/** Maximum number of characters of a file that is an argument in GraphQL; REST accepts larger files. */
const mostCharacters = 2_000_000;

const planInput = builder.inputType('PlanImportInput', {
  description: 'A file, and the network to import it into.',
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true, description: 'Id of the network to import into.' }),
    format: t.field({ type: format, description: 'Left out: recognized by the content.' }),
    fileName: t.string({ ...boundedText(1, 255, '; the source of imported rows') }),
    host: t.string({
      ...boundedText(1, 255),
      description:
        'Name or address of the machine that the file was made on, where it does not say so (lldpcli, bridge). 1 to 255 characters.',
    }),
    namespace: t.string({
      ...boundedText(0, lengths.name),
      description:
        'Namespace of the addresses and subnets that the file names none for; empty, the usual one, by default. At most 100 characters.',
    }),
    namespaceBy: t.field({
      type: namespaceBy,
      description: 'NetBox object whose name becomes the namespace of prefixes and addresses; the VRF by default.',
    }),
    file: t.string({
      ...boundedText(1, mostCharacters),
      description: `Content of the file, 1 to ${mostCharacters} characters. REST takes it as its body instead.`,
    }),
  }),
});

builder.mutationField('planImport', (t) =>
  t.prismaField({
    type: 'ImportPlan',
    description:
      'Reads a file of another tool and returns what an import would create, change, match or refuse. Stores the plan only. A file that cannot be read to its end: `import_file_invalid`.',
    authScopes: { action: 'planImport' },
    extensions: heavyWork,
    args: { input: t.arg({ type: planInput, required: true, description: 'The file and its network.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { networkId, file, host, namespace } = input;
      const { upload } = context;
      if (!upload && file == null) throw new AppError('validation_required', { field: 'file' });
      const id = await planImport(context, {
        networkId,
        format: input.format ?? 'auto',
        fileName: input.fileName ?? upload?.name ?? 'import',
        host: host ?? undefined,
        namespace: namespace == null ? undefined : canonicalNamespace(namespace),
        namespaceBy: input.namespaceBy ?? undefined,
        read: () => upload?.read() ?? bytesOf(file!),
      });
      return requireVisible(context.db, 'ImportPlan', id, query);
    },
  }),
);

/**
 * Yields the text as UTF-8 with a byte order mark. The byte order mark overrides the encoding in an XML declaration,
 * which is the encoding of the original file.
 */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(file.startsWith('\ufeff') ? file : `\ufeff${file}`));
}

builder.mutationField('applyImport', (t) =>
  t.prismaField({
    type: 'ImportPlan',
    description:
      'Applies the plan, all or nothing. A row that the plan depends on was changed or created since: `entity_changed`. Older than an hour: `entity_expired`. Applied already: nothing happens.',
    authScopes: { action: 'applyImport' },
    extensions: heavyWork,
    args: { planId: t.arg({ type: 'UUID', required: true, description: 'Id of the plan.' }) },
    resolve: async (query, _root, { planId }, context) => {
      await applyImport(context, planId);
      return requireVisible(context.db, 'ImportPlan', planId, query);
    },
  }),
);
