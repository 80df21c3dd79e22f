// Tests documents that the operator trusts. The service reads every format of manifest, and reports an invalid manifest
// when it starts. The id of a trusted document gives the sender no additional right.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, print } from 'graphql';
import { namedDocument, readTrustedDocuments } from '../../src/graphql/documents/trusted-documents';
import { maximumTokens } from '../../src/graphql/documents/document';
import { schema } from '../../src/modules/types';
import { StartError } from '../../src/platform/postgres/start-error';
import type { Reply } from '../support/client';
import { createWorld, type World } from '../support/world';
import { refusedCode } from '../errors/refusals';

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const writeManifest = (content: unknown): string => {
  const file = path.join(folder, `${(files += 1)}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const warnings: [string, string][] = [];
const read = (content: unknown) =>
  readTrustedDocuments(writeManifest(content), schema, (id, reason) => void warnings.push([id, reason]));
const apollo = (...operations: readonly object[]) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations,
});

describe('a manifest', () => {
  const text = 'query Who { viewer { via } }';

  test.each([
    ['ids with texts, as Relay and codegen write it', { a1: text }],
    [
      "Apollo's, with one operation for two clients",
      apollo(...['ios', 'web'].map((clientName) => ({ clientName, id: 'a1', name: 'Who', type: 'query', body: text }))),
    ],
  ])('in the form of %s is read', (_form, content) => {
    expect([...read(content)]).toEqual([['a1', text]]);
    expect(warnings).toEqual([]);
  });

  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`id${index}`, text]));
  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'which is no JSON'],
    ['empty', '', 'which is no JSON'],
    ['a list', [text], 'which is no manifest of Relay, Apollo or codegen (ids with the texts of documents)'],
    [
      'texts of other types',
      { a1: { text } },
      'which is no manifest of Relay, Apollo or codegen (ids with the texts of documents)',
    ],
    ['an empty id', { '': text }, 'which is no manifest of Relay, Apollo or codegen (ids with the texts of documents)'],
    [
      'a later version',
      { ...apollo(), version: 2 },
      'which is no manifest of Relay, Apollo or codegen (ids with the texts of documents)',
    ],
    [
      'two documents of one id',
      apollo({ id: 'a1', body: text }, { id: 'a1', body: '{ viewer { userId } }' }),
      'which has two documents of the id a1',
    ],
    ['too many documents', many, 'which has 5001 documents; at most 5000 are taken'],
    ['too large', ' '.repeat(16_777_217), 'which is larger than 16777216 bytes'],
    [
      'a document that does not parse',
      { a1: '{ viewer' },
      'whose document a1 cannot be run: Syntax Error: Expected Name, found <EOF>.',
    ],
    [
      'a document without an operation',
      { a1: 'fragment F on Viewer { via }' },
      'whose document a1 cannot be run: it has no operation',
    ],
    [
      'a document that no caller may send',
      { a1: `{ ${'a '.repeat(maximumTokens)} }` },
      'whose document a1 cannot be run: Syntax Error: Document contains more',
    ],
  ])('that is %s is refused in one line', (_what, content, reason) => {
    const file = writeManifest(content);
    const attempt = () => readTrustedDocuments(file, schema, () => undefined);
    expect(attempt).toThrow(StartError);
    expect(attempt).toThrow(`TRUSTED_DOCUMENTS names ${file}, ${reason}`);
  });

  test.each([
    ['missing', path.join(folder, 'none'), 'which cannot be read (ENOENT)'],
    ['a folder', folder, 'which is no file'],
    ['a device', '/dev/zero', 'which is no file'],
  ])('that is %s is refused at the start', (_what, file, reason) => {
    expect(() => readTrustedDocuments(file, schema, () => undefined)).toThrow(`${file}, ${reason}.`);
  });

  test('with a document that does not match the schema is accepted, and the log says so', () => {
    expect(read({ old: '{ viewer { secrets } }', a1: text }).size).toBe(2);
    expect(warnings.splice(0)).toEqual([['old', 'Cannot query field "secrets" on type "Viewer".']]);
  });

  test('does not accept names that every object has', () => {
    const documents = read({ a1: text });
    for (const id of ['__proto__', 'constructor', 'size'])
      expect(() => namedDocument({ documentId: id }, documents)).toThrow(`no trusted document has the id ${id}`);
  });
});

describe('over the wire', () => {
  const documents = {
    who: 'query Who { viewer { via userId } }',
    vlans: 'query Vlans($first: Int!) { vlans(first: $first) { totalCount } }',
    remove: 'mutation Remove($id: UUID!) { deleteVlan(id: $id) }',
    shared: 'query Shared($id: UUID!) { publicShare(id: $id) { name } }',
    dear: 'query Dear { vlans(first: 1000) { nodes { network { vlans(first: 1000) { nodes { id } } } } } }',
  };
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  let world: World;
  let closedWorld: World;
  beforeAll(async () => {
    const file = writeManifest({ ...documents, [hash(documents.who)]: documents.who });
    world = await createWorld({ TRUSTED_DOCUMENTS: file, LOG_LEVEL: 'silent' });
    closedWorld = await createWorld({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'on', LOG_LEVEL: 'silent' });
  });
  afterAll(async () => {
    await world.close();
    await closedWorld.close();
  });
  const post = (body: unknown, caller = world.key): Promise<Reply> => caller.send('POST', '/graphql', { body });
  const get = (params: Record<string, string>, caller = world.key): Promise<Reply> =>
    caller.send('GET', `/graphql?${new URLSearchParams(params).toString()}`);
  const persistedExtension = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });
  const codeOf = (reply: Reply) => [reply.status, refusedCode(reply)];

  test('a document is run by its id, by POST and GET, with the answer of its text', async () => {
    const expectedBody = (await post({ query: documents.who })).body;
    expect(expectedBody.data.viewer.userId).toBe(world.owner.userId);
    expect((await post({ documentId: 'who' })).body).toEqual(expectedBody);
    expect((await get({ documentId: 'who' })).body).toEqual(expectedBody);
    expect((await get({ documentId: 'who', operationName: 'Who', query: '' })).body).toEqual(expectedBody);
    expect((await post({ documentId: 'vlans', variables: { first: 1 }, query: null })).body.data.vlans).toBeDefined();
    expect((await get({ documentId: 'vlans', variables: '{"first":1}' })).body.data.vlans).toBeDefined();
  });

  test('a hash in the form of persisted queries finds a document of the manifest, and no other', async () => {
    const extensions = persistedExtension(hash(documents.who));
    expect((await post({ extensions })).body.data.viewer).toBeDefined();
    expect((await get({ extensions: JSON.stringify(extensions) })).body.data.viewer).toBeDefined();
    const standard = { code: 'PERSISTED_QUERY_NOT_SUPPORTED', params: {} };
    for (const other of [
      persistedExtension(hash('{ viewer { via } }')),
      persistedExtension(7),
      persistedExtension(null),
      { persistedQuery: 'x' },
    ])
      for (const reply of [await post({ extensions: other }), await get({ extensions: JSON.stringify(other) })]) {
        expect(reply.status).toBe(400);
        expect(reply.body).toEqual({ errors: [{ message: 'PersistedQueryNotSupported', extensions: standard }] });
      }
    // If a hash is sent together with its text, the service runs the text and does not register the hash.
    const query = '{ viewer { via } }';
    expect((await post({ query, extensions: persistedExtension(hash(query)) })).body.data).toBeDefined();
    expect(codeOf(await post({ extensions: persistedExtension(hash(query)) }))).toEqual([400, standard.code]);
  });

  test.each<[string, () => Promise<Reply>, number, string]>([
    ['an unknown id', () => post({ documentId: 'none' }), 400, 'document_unknown'],
    ['an unknown id by GET', () => get({ documentId: 'none' }), 400, 'document_unknown'],
    ['an id of another type', () => post({ documentId: 7 }), 400, 'validation_invalid_format'],
    ['no id', () => post({ documentId: '' }), 400, 'validation_invalid_format'],
    [
      'two ids',
      () => world.key.send('GET', '/graphql?documentId=who&documentId=vlans'),
      400,
      'validation_invalid_format',
    ],
    ['an id beside a text', () => post({ documentId: 'who', query: documents.who }), 400, 'document_ambiguous'],
    ['nothing', () => post({ documentId: null, extensions: {} }), 400, 'validation_required'],
    ['extensions of another type', () => post({ extensions: 'persistedQuery' }), 400, 'validation_required'],
    ['extensions that are no JSON', () => get({ extensions: '{' }), 400, 'validation_required'],
    ['variables that do not fit', () => post({ documentId: 'vlans' }), 400, 'validation_required'],
    [
      'a mutation by GET',
      () => get({ documentId: 'remove', variables: '{"id":"x"}' }),
      405,
      'validation_invalid_format',
    ],
    ['a document that is too dear', () => post({ documentId: 'dear' }), 400, 'query_too_expensive'],
    ['a batch', () => post([{ documentId: 'who' }]), 400, 'batch_not_supported'],
  ])('%s is refused', async (_what, ask, status, code) => {
    expect(codeOf(await ask())).toEqual([status, code]);
  });

  test('rights are those of the caller', async () => {
    const refusedReply = await post({ documentId: 'remove', variables: { id: world.networkId } }, world.viewer);
    expect(refusedCode(refusedReply)).toBe('auth_permission_denied');
    const ownUserId = (await post({ documentId: 'who' }, world.stranger)).body.data.viewer.userId;
    expect(ownUserId).toBe(world.stranger.userId);
  });

  test('callers without a credential get public documents, and do not learn which ids exist', async () => {
    const ask = (body: unknown) => world.anonymous.send('POST', '/graphql', { body });
    for (const body of [
      { documentId: 'who' },
      { documentId: 'none' },
      { documentId: 7 },
      { extensions: persistedExtension('x') },
    ])
      expect(codeOf(await ask(body))).toEqual([401, 'auth_not_authenticated']);
    const sharedReply = await ask({ documentId: 'shared', variables: { id: world.networkId } });
    expect(sharedReply.body.errors[0].extensions.code).toBe('entity_not_found');
  });

  test('if only trusted documents are allowed, they run by id and by text, and no others do', async () => {
    const by = (body: unknown) => post(body, closedWorld.key);
    expect((await by({ documentId: 'who' })).body.data.viewer).toBeDefined();
    expect((await by({ query: print(parse(documents.who)) })).body.data.viewer).toBeDefined();
    for (const query of ['{ viewer { via } }', `${documents.who} query More { viewer { via } }`])
      expect(codeOf(await by({ query }))).toEqual([400, 'document_not_trusted']);
    expect((await closedWorld.key.send('GET', '/api/v1/vlans')).status).toBe(200);
  });
});
