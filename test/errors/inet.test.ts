// Tests that every text which the service takes for an IP address or prefix is one for PostgreSQL, for generated texts.
import fc from 'fast-check';
import { isInet } from '../../src/platform/text/validation';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { inetText } from './arbitraries';

let database: OwnDatabase;
beforeAll(async () => {
  database = await createOwnDatabase();
});
afterAll(() => database.drop());

test('PostgreSQL accepts every text that isInet accepts', async () => {
  const texts = fc.array(inetText, { minLength: 50, maxLength: 100 }).map((all) => all.filter(isInet));
  const property = fc.asyncProperty(texts, async (accepted) => {
    const rows = await database.query<{ inet: string }>('SELECT unnest($1::text[])::inet AS inet', [accepted]);
    expect(rows).toHaveLength(accepted.length);
  });
  await fc.assert(property, { numRuns: 50 });
});

test.each(['10.0.0.0/08', '10.0.0.0/008', '::/0', '2001:db8::/128', '2001:db8::1', '::ffff:192.0.2.1/96'])(
  'isInet accepts %s',
  (text) => expect(isInet(text)).toBe(true),
);

test.each(['10.0.0.0/33', '10.0.0.0/', '::/00', 'fd00::/07', '2001:db8::/064', '2001:db8::/129', 'fe80::1%eth0'])(
  'isInet refuses %s',
  (text) => expect(isInet(text)).toBe(false),
);
