// Checks of machines and services.
import type { ServicePattern } from '../../../../src/modules/topology/judging/check-rules';
import { instant, judgeBriefly, keysOf, type NetworkSpec } from './networks';

const hours = (count: number) => new Date(Date.parse(instant) - count * 3_600_000).toISOString();

test('hosts were seen within so many hours of the instant of the state', () => {
  const rule = { kind: 'SeenWithin', hours: 24 } as const;
  const of = (lastSeenAt: string | null) => judgeBriefly({ hosts: { a: { lastSeenAt } } }, rule);
  expect(of(hours(24))).toEqual(['Passing']);
  expect(of(hours(25))).toEqual(['Failing', '! not_seen a']);
  expect(of(null)).toEqual(['Unknown', '? never_seen_by_scan a']);
  const keys = (lastSeenAt: string) => keysOf({ hosts: { a: { lastSeenAt } } }, rule);
  expect(keys(hours(25))).not.toEqual(keys(hours(30)));
  expect(judgeBriefly({ hosts: { a: { lastSeenAt: hours(25), missingSince: hours(20) } } }, rule)[0]).toBe('Failing');
  expect(judgeBriefly({ hosts: { a: { lastSeenAt: hours(25), hidden: true } } }, rule)).toEqual([
    'Unknown',
    '? nothing_selected',
  ]);
  expect(judgeBriefly({ hosts: { a: { lastSeenAt: hours(25), hidden: true } } }, rule, { hostIds: ['a'] })[0]).toBe(
    'Failing',
  );
});

test('new hosts have one of the tags', () => {
  const rule = { kind: 'NothingNewWithoutTag', since: hours(48), tagIds: ['ok', 'fine'] } as const;
  const of = (createdAt: string, tagIds: string[], tags = ['ok', 'fine', 'other']) =>
    judgeBriefly({ hosts: { a: { createdAt, tagIds } }, tags }, rule);
  expect(of(hours(49), [])).toEqual(['Passing']);
  expect(of(hours(47), ['fine'])).toEqual(['Passing']);
  expect(of(hours(47), ['other'])).toEqual(['Failing', '! new_without_tag a']);
  expect(of(hours(49), [], ['ok'])).toEqual(['Unknown', '? row_gone fine']);
});

test('one software revision in a model of a manufacturer', () => {
  const rule = { kind: 'OneSoftwareRevisionPerModel' } as const;
  const of = (...revisions: (string | null)[]) =>
    judgeBriefly(
      {
        hosts: Object.fromEntries(
          revisions.map((softwareRevision, at) => [`h${at}`, { manufacturer: 'Acme', model: 'X1', softwareRevision }]),
        ),
      },
      rule,
    );
  expect(of('1', '1')).toEqual(['Passing']);
  expect(of('1', '1', '2')).toEqual(['Failing', '! revision_differs h2']);
  expect(of('2', '1')).toEqual(['Failing', '! revision_differs h0']);
  expect(of('1', null)).toEqual(['Unknown', '? software_revision_not_read h1']);
  expect(of(null)).toEqual(['Passing']);
  expect(judgeBriefly({ hosts: { a: { softwareRevision: '1' } } }, rule)).toEqual(['Unknown', '? model_not_known']);
  const models = { a: { model: 'X', softwareRevision: '1' }, b: { model: 'Y', softwareRevision: '2' } };
  expect(judgeBriefly({ hosts: models }, rule)).toEqual(['Passing']);
});

describe('services', () => {
  const dns = { hostId: 'a', software: { definition: 'bind9', category: 'DNS' }, ports: ['53/Udp'] };
  const openPorts = { hostId: 'a', software: { definition: 'open-ports', category: 'OpenPorts' }, ports: ['53/Tcp'] };
  const web = { hostId: 'a', ports: ['80/Tcp'] };
  const spec = (services: NetworkSpec['services']): NetworkSpec => ({ hosts: { a: {} }, services });
  const required = (service: ServicePattern) => ({ kind: 'ServiceRequired', service }) as const;
  const forbidden = (service: ServicePattern) => ({ kind: 'ServiceForbidden', service }) as const;
  const udp = { number: 53, protocol: 'Udp' } as const;
  const tcp = { number: 53, protocol: 'Tcp' } as const;

  test('a required service matches in all members of the pattern', () => {
    for (const pattern of [{ category: 'DNS' }, { definition: 'bind9' }, { port: udp }, { category: 'DNS', port: udp }])
      expect(judgeBriefly(spec({ dns }), required(pattern))).toEqual(['Passing']);
    for (const pattern of [{ category: 'Web' }, { definition: 'unbound' }, { category: 'DNS', port: tcp }])
      expect(judgeBriefly(spec({ dns }), required(pattern))).toEqual(['Failing', '! service_missing a']);
    expect(judgeBriefly(spec({}), required({ category: 'DNS' }))).toEqual(['Unknown', '? services_not_known a']);
    expect(judgeBriefly(spec({ web, openPorts }), required({ category: 'DNS' }))).toEqual([
      'Unknown',
      '? service_not_identified a',
    ]);
    expect(judgeBriefly(spec({ openPorts }), required({ port: tcp }))).toEqual(['Passing']);
  });
  test('a forbidden service is found with its row', () => {
    expect(judgeBriefly(spec({ dns }), forbidden({ category: 'DNS' }))).toEqual([
      'Failing',
      '! service_forbidden dns a',
    ]);
    expect(judgeBriefly(spec({ web }), forbidden({ category: 'DNS' }))).toEqual(['Passing']);
    expect(judgeBriefly(spec({}), forbidden({ category: 'DNS' }))).toEqual(['Unknown', '? services_not_known a']);
    expect(judgeBriefly(spec({ openPorts }), forbidden({ port: tcp }))).toEqual([
      'Failing',
      '! service_forbidden openPorts a',
    ]);
    expect(judgeBriefly(spec({ openPorts }), forbidden({ definition: 'bind9', port: tcp }))).toEqual([
      'Unknown',
      '? service_not_identified a',
    ]);
    expect(judgeBriefly(spec({ openPorts }), forbidden({ definition: 'bind9', port: udp }))).toEqual(['Passing']);
  });
  test('certificates are valid for so many days; services on ports of TLS have some', () => {
    const rule = { kind: 'CertificatesValid', days: 14 } as const;
    const days = (count: number) => hours(-24 * count);
    const certificate = (portId: string, notAfter: string, notBefore = hours(1)) => ({
      ...{ portId, subject: 'CN=a', notBefore, notAfter },
    });
    const of = (...certificates: ReturnType<typeof certificate>[]) =>
      judgeBriefly({ ...spec({ web: { ...web, ports: ['80/Tcp', '8444/Tcp'] } }), certificates }, rule);
    expect(of(certificate('web 80/Tcp', days(14)))).toEqual(['Passing']);
    expect(of(certificate('web 80/Tcp', days(30)), certificate('web 8444/Tcp', days(13)))).toEqual([
      'Failing',
      '! certificate_expires web a',
    ]);
    expect(of(certificate('web 80/Tcp', days(30), hours(-1)))).toEqual([
      'Failing',
      '! certificate_not_yet_valid web a',
    ]);
    expect(of(certificate('web 80/Tcp', days(30), hours(0)))).toEqual(['Passing']);
    expect(of(certificate('other 80/Tcp', days(1)))).toEqual(['Unknown', '? nothing_selected']);
    expect(of()).toEqual(['Unknown', '? nothing_selected']);
    const secure = spec({ web: { ...web, ports: ['443/Tcp', '8444/Tcp'] } });
    const unread = ['Unknown', '? certificate_not_read web'];
    expect(judgeBriefly(secure, rule)).toEqual(unread);
    expect(judgeBriefly({ ...secure, certificates: [certificate('web 8444/Tcp', days(30))] }, rule)).toEqual(unread);
    expect(judgeBriefly({ ...secure, certificates: [certificate('web 443/Tcp', days(30))] }, rule)).toEqual([
      'Passing',
    ]);
  });
});

test('default communities: answered, refused, not tried', () => {
  const of = (answersDefaultCommunity: boolean | null) =>
    judgeBriefly({ hosts: { a: { answersDefaultCommunity } } }, { kind: 'NoDefaultCommunity' });
  expect(of(false)).toEqual(['Passing']);
  expect(of(true)).toEqual(['Failing', '! default_community a']);
  expect(of(null)).toEqual(['Unknown', '? community_not_tried a']);
});

test('a selection has all of its members, and one of the ids of each', () => {
  const spec: NetworkSpec = {
    hosts: { a: { role: 'Switch', tagIds: ['x'] }, b: { role: 'Server', tagIds: ['x', 'y'] }, c: { role: 'Switch' } },
    ...{ tags: ['x', 'y'], subnets: { lan: { cidr: '10.0.0.0/24' } } },
    addresses: [{ hostId: 'c', subnetId: 'lan', ipAddress: '10.0.0.1' }],
  };
  const of = (selection: object) =>
    judgeBriefly(spec, { kind: 'NoDefaultCommunity' }, selection).at(-1)!.split(' ').slice(2).join();
  expect(of({})).toBe('a,b,c');
  expect(of({ tagIds: ['x'] })).toBe('a,b');
  expect(of({ tagIds: ['x', 'y'], roles: ['Server'] })).toBe('b');
  expect(of({ roles: ['Switch'], subnetIds: ['lan'] })).toBe('c');
  expect(of({ hostIds: ['a', 'c'] })).toBe('a,c');
  expect(judgeBriefly(spec, { kind: 'NoDefaultCommunity' }, { hostIds: [] })).toEqual([
    'Unknown',
    '? nothing_selected',
  ]);
  expect(judgeBriefly(spec, { kind: 'NoDefaultCommunity' }, { tagIds: ['z'] })).toEqual(['Unknown', '? row_gone z']);
});
