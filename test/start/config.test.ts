// Tests the settings in environment variables: each value is checked, a wrong value is reported in one line, and no
// message contains a secret.
import express from 'express';
import fc from 'fast-check';
import { ConfigError, formerSettingWarnings, loadConfig, settings } from '../../src/config';

const problemOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env, '/project');
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

test('without settings: embedded database, reachable from this machine only, with the demo', () => {
  expect(loadConfig({}, '/project')).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    database: { kind: 'embedded', dataDir: '/project/.data' },
    demo: true,
    trustProxy: false,
    corsOrigins: [],
    rateLimit: true,
  });
});

test('with DATABASE_URL: no demo, and other machines may connect', () => {
  const url = 'postgresql://someone:secret@db.example:5432/netloom';
  expect(loadConfig({ DATABASE_URL: url })).toMatchObject({
    host: '0.0.0.0',
    database: { kind: 'external', url },
    demo: false,
  });
  expect(loadConfig({ DATABASE_URL: url, DEMO: 'on', HOST: '::1' })).toMatchObject({ demo: true, host: '::1' });
});

test('private addresses are contacted only if the service is local or the operator allows it', () => {
  const url = 'postgresql://someone:secret@db.example:5432/netloom';
  const allows = (env: NodeJS.ProcessEnv) => loadConfig(env, '/project').outboundPrivate;
  expect([{}, { HOST: '::1' }, { HOST: 'localhost' }, { HOST: '127.0.0.2' }].map(allows)).not.toContain(false);
  expect(
    [{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: '192.168.1.4' }, { HOST: 'netloom.example' }].map(allows),
  ).not.toContain(true);
  expect([{ DATABASE_URL: url }, { DATABASE_URL: url, HOST: '127.0.0.1' }].map(allows)).toEqual([false, false]);
  expect(allows({ DATABASE_URL: url, OUTBOUND_PRIVATE: 'on' })).toBe(true);
  expect(allows({ OUTBOUND_PRIVATE: 'off' })).toBe(false);
});

test('registration is open on a local service, else until the first account, unless configured', () => {
  const url = 'postgresql://someone:secret@db.example:5432/netloom';
  const of = (env: NodeJS.ProcessEnv) => loadConfig(env, '/project').registration;
  expect([{}, { HOST: '::1' }, { HOST: 'localhost' }, { DATABASE_URL: url, HOST: '127.0.0.2' }].map(of)).toEqual([
    ...['open', 'open', 'open', 'open'],
  ]);
  expect(
    [{ DATABASE_URL: url }, { HOST: '0.0.0.0' }, { HOST: 'netloom.example' }, { TRUST_PROXY: '1' }].map(of),
  ).toEqual([...['first', 'first', 'first', 'first']]);
  expect(['open', 'closed', 'first'].map((value) => of({ HOST: '::', REGISTRATION: value }))).toEqual([
    ...['open', 'closed', 'first'],
  ]);
});

test('an empty setting counts as absent, and surrounding spaces are ignored', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4000, database: { kind: 'embedded' } });
  expect(loadConfig({ PORT: ' 80 ' }).port).toBe(80);
});

test('a relative DATA_DIR is in the project, and may contain spaces', () => {
  expect(loadConfig({ DATA_DIR: 'my data' }, '/project').database).toEqual({
    kind: 'embedded',
    dataDir: '/project/my data',
  });
});

test('a relative TRUSTED_DOCUMENTS is a file in the project', () => {
  const fileOf = (file?: string) => loadConfig({ TRUSTED_DOCUMENTS: file }, '/project').trustedDocuments;
  expect([fileOf(), fileOf('made/documents.json'), fileOf('/etc/documents.json')]).toEqual([
    ...[undefined, '/project/made/documents.json', '/etc/documents.json'],
  ]);
});

test.each([
  ['off', false],
  ['2', 2],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, fd00::/8,192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
])('TRUST_PROXY accepts %s', (text, value) => {
  expect(loadConfig({ TRUST_PROXY: text }).trustProxy).toEqual(value);
});

describe('TRUST_PROXY and Express', () => {
  const isAccepted = (text: string) => problemOf({ TRUST_PROXY: text }) === 'accepted';
  const isServed = (members: readonly string[]) => {
    try {
      express().set('trust proxy', members);
      return true;
    } catch {
      return false;
    }
  };
  const addresses = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('::ffff:10.0.0.1', '0.0.0.0', '::', 'fe80::1%eth0'));
  const ranges = fc
    .tuple(addresses, fc.option(fc.nat(140)))
    .map(([address, bits]) => (bits === null ? address : `${address}/${bits}`));
  const lists = fc.array(ranges, { minLength: 1, maxLength: 3 });

  test('agree about all lists of addresses and ranges', () => {
    fc.assert(
      fc.property(lists, (members) => expect(isAccepted(members.join(','))).toBe(isServed(members))),
      {
        numRuns: 1000,
      },
    );
  });

  test('agree about each length of a range', () => {
    for (const [address, longest] of [
      ['0.0.0.0', 33],
      ['10.1.2.3', 33],
      ['::', 129],
      ['fd00::1', 129],
    ] as const)
      for (let bits = 0; bits <= longest; bits += 1)
        expect([bits, isAccepted(`${address}/${bits}`)]).toEqual([bits, isServed([`${address}/${bits}`])]);
  });

  test('the service starts with every text that is accepted', () => {
    const parts = fc.constantFrom('10.0.0.0', '::1', 'loopback', '/', '0', '8', '08', '255.0.0.0', ':', ' ', '%', '-1');
    const texts = fc.array(parts, { minLength: 1, maxLength: 5 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        if (isAccepted(text)) express().set('trust proxy', loadConfig({ TRUST_PROXY: text }).trustProxy);
      }),
    );
  });
});

test('PUBLIC_URL loses a trailing slash, and CORS_ORIGINS is a list', () => {
  expect(loadConfig({ PUBLIC_URL: 'https://netloom.example/' }).publicUrl).toBe('https://netloom.example');
  expect(loadConfig({ CORS_ORIGINS: 'https://a.example,http://b.example:81' }).corsOrigins).toHaveLength(2);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '1e3'],
  ['HOST', 'http://x'],
  ['PUBLIC_URL', 'netloom.example'],
  ['PUBLIC_URL', 'https://netloom.example/path'],
  ['DATABASE_POOL_SIZE', '0'],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', 'loopback,::/0'],
  ['TRUST_PROXY', '64:ff9b::192.0.2.1'],
  ['TRUST_PROXY', '10.0.0.1,nonsense'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example/'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'verbose'],
  ['REGISTRATION', 'off'],
  ['RATE_LIMIT', '300'],
])('%s="%s" is refused in one line with its name and the allowed values', (name, value) => {
  const problem = problemOf({ [name]: value });
  expect(problem).toBe(`${name} is "${value}", but must be ${settings[name as keyof typeof settings].allowed}.`);
  expect(problem).not.toContain('\n');
});

test.each([
  ['DATABASE_URL', 'mysql://u:hidden@h/d'],
  ['DATABASE_URL', 'hidden'],
  ['DATABASE_URL', 'postgres://u:hidden@h/d?schema=other'],
  ['REDIS_URL', 'http://u:hidden@h'],
  ['METRICS_TOKEN', 'hidden'],
])('an invalid %s is refused without repeating the secret', (name, value) => {
  const problem = problemOf({ [name]: value });
  expect(problem).toMatch(new RegExp(`^${name} (must be|names) .*\\.$`));
  expect(problem).not.toContain('hidden');
});

test('every setting has a description and a default in words, for the table in docs/operating.md', () => {
  for (const [name, { description, defaultText }] of Object.entries(settings)) {
    expect(name).toMatch(/^[A-Z][A-Z_]+$/);
    expect(description).toMatch(/^\S.+\.$/);
    expect(defaultText).not.toBe('');
  }
});

describe('mail', () => {
  const publicUrl = { PUBLIC_URL: 'https://netloom.example' };
  const mailOf = (env: NodeJS.ProcessEnv) => loadConfig(env, '/project').mail;

  test('mail is off by default, and is sent to a server or written to a folder', () => {
    expect(mailOf({})).toBeUndefined();
    expect(mailOf({ SMTP_URL: 'smtp://mail.example', ...publicUrl })).toEqual({
      ...{ kind: 'smtp', url: 'smtp://mail.example', from: 'netloom@netloom.example' },
    });
    expect(mailOf({ MAIL_DIR: 'mails', MAIL_FROM: 'net@ops.example', ...publicUrl })).toEqual({
      ...{ kind: 'files', folder: '/project/mails', from: 'net@ops.example' },
    });
  });

  test.each([
    [{ SMTP_URL: 'smtp://u:hidden@mail.example' }, 'SMTP_URL needs PUBLIC_URL'],
    [{ MAIL_DIR: 'mails' }, 'MAIL_DIR needs PUBLIC_URL'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_DIR: 'mails', ...publicUrl }, 'MAIL_DIR cannot be set beside SMTP_URL'],
    [
      { MAIL_DIR: 'mails', DATABASE_URL: 'postgresql://u:secret@db.example/netloom', ...publicUrl },
      'MAIL_DIR is for the embedded database alone',
    ],
    [{ MAIL_FROM: 'a@b.c\r\nBcc: d@e.f', ...publicUrl }, 'MAIL_FROM'],
    [{ SMTP_URL: 'https://mail.example', ...publicUrl }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp://u:hidden%@mail.example', ...publicUrl }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp:', ...publicUrl }, 'SMTP_URL must be'],
  ])('%j is refused: %s', (env, words) => {
    expect(problemOf(env as NodeJS.ProcessEnv)).toContain(words);
    expect(problemOf(env as NodeJS.ProcessEnv)).not.toContain('hidden');
  });
});

describe('sign-in providers', () => {
  const publicUrl = { PUBLIC_URL: 'https://netloom.example' };
  const corp = {
    ...{
      OIDC_CORP_ISSUER: 'https://login.corp.example',
      OIDC_CORP_CLIENT_ID: 'netloom',
      OIDC_CORP_CLIENT_SECRET: 'hidden',
    },
    ...publicUrl,
  };

  test('there are no providers by default, and as many as there are slugs', () => {
    expect(loadConfig({}).oidcProviders).toEqual([]);
    const second = { OIDC_MY_IDP_ISSUER: 'http://[::1]:8080/realm', OIDC_MY_IDP_CLIENT_ID: 'b' };
    const more = {
      ...{ OIDC_CORP_NAME: 'Corp SSO', OIDC_CORP_ORGANIZATION: '0b4dfd4f-6d9c-4c0e-9d1b-0c8f3f6f1a11' },
      ...{ OIDC_CORP_DOMAINS: 'Corp.example, b.example', OIDC_CORP_ROLES: 'net ops=Admin,a=b=Member' },
    };
    const loaded = () => loadConfig({ ...corp, ...more, ...second, OIDC_MY_IDP_CLIENT_SECRET: 'c' }).oidcProviders;
    expect(loaded).toThrow('OIDC_CORP_ROLES is "net ops=Admin,a=b=Member", but must be');
    more.OIDC_CORP_ROLES = 'net ops=Admin, a=Member';
    expect(loaded()).toEqual([
      {
        ...{ slug: 'corp', issuer: 'https://login.corp.example', clientId: 'netloom', clientSecret: 'hidden' },
        ...{ name: 'Corp SSO', organizationId: more.OIDC_CORP_ORGANIZATION, domains: ['corp.example', 'b.example'] },
        groupsClaim: 'groups',
        roles: [
          { group: 'net ops', role: 'Admin' },
          { group: 'a', role: 'Member' },
        ],
      },
      {
        ...{ slug: 'my-idp', issuer: 'http://[::1]:8080/realm', clientId: 'b', clientSecret: 'c', name: 'my-idp' },
        ...{ organizationId: undefined, domains: [], groupsClaim: 'groups', roles: [] },
      },
    ]);
  });

  test.each([
    [{ ...corp, PUBLIC_URL: '' }, 'OIDC_CORP_ISSUER needs PUBLIC_URL'],
    [{ ...corp, OIDC_CORP_ISSUER: '' }, 'OIDC_CORP_ISSUER is missing'],
    [{ ...corp, OIDC_CORP_CLIENT_ID: ' ' }, 'OIDC_CORP_CLIENT_ID is missing'],
    [{ ...corp, OIDC_CORP_CLIENT_SECRET: '' }, 'OIDC_CORP_CLIENT_SECRET is missing'],
    [{ ...corp, OIDC_CORP_CLIENT_SECRET: `hidden${'x'.repeat(1000)}` }, 'OIDC_CORP_CLIENT_SECRET must be'],
    [{ ...corp, OIDC_CORP_ISSUER: 'http://login.corp.example' }, 'OIDC_CORP_ISSUER is'],
    [{ ...corp, OIDC_CORP_ISSUER: 'login.corp.example' }, 'OIDC_CORP_ISSUER is'],
    [{ ...corp, OIDC_CORP_ISSUER: 'https://a.example/?tenant=b' }, 'OIDC_CORP_ISSUER is'],
    [{ ...corp, OIDC_CORP_ISSUER: 'https://a.example/.well-known/openid-configuration' }, 'OIDC_CORP_ISSUER is'],
    [{ ...corp, OIDC_CORP_ROLES: 'ops=Owner' }, 'OIDC_CORP_ROLES is'],
    [{ ...corp, OIDC_CORP_ROLES: 'ops=Admin' }, 'OIDC_CORP_ROLES needs OIDC_CORP_ORGANIZATION'],
    [{ ...corp, OIDC_CORP_ORGANIZATION: 'Corp' }, 'OIDC_CORP_ORGANIZATION is'],
    [{ ...corp, OIDC_CORP_DOMAINS: '*.example' }, 'OIDC_CORP_DOMAINS is'],
    [{ ...corp, OIDC_CORP_SECRET: 'hidden' }, 'OIDC_CORP_SECRET is no setting'],
    [{ ...corp, OIDC_ISSUER: 'https://a.example' }, 'OIDC_ISSUER is no setting'],
  ])('%j is refused: %s', (env, words) => {
    expect(problemOf(env)).toContain(words);
    expect(problemOf(env)).not.toContain('hidden');
    expect(problemOf(env)).not.toContain('\n');
  });
});

test('a removed setting is reported in one line with its replacement, and changes nothing', () => {
  const env = { WORKERS: '2' };
  expect(loadConfig(env, '/project')).toEqual(loadConfig({}, '/project'));
  expect(formerSettingWarnings(env)).toEqual([
    'WORKERS is no longer used and changes nothing: to use more cores, run several replicas on one DATABASE_URL and one REDIS_URL.',
  ]);
  expect([{}, { WORKERS: ' ' }, { PORT: '80' }].map((one) => formerSettingWarnings(one))).toEqual([[], [], []]);
});
