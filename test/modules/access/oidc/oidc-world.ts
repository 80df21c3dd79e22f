// A test world whose users sign in at real OpenID providers.
import { createMigratedDatabase } from '../../../support/own-database';
import { createWorld, type World } from '../../../support/world';
import { Browser, publicUrl, startProvider, type TestProvider } from './test-provider';

export interface OidcWorld {
  readonly world: World;
  readonly corp: TestProvider;
  readonly other: TestProvider;
  browser(): Browser;
  close(): Promise<void>;
}

/**
 * Opens a test world with the providers CORP and OTHER. `settings` returns further environment variables for the
 * service; it gets the id of the organization.
 */
export async function openOidcWorld(
  settings: (organizationId: string) => NodeJS.ProcessEnv = () => ({}),
): Promise<OidcWorld> {
  const [database, corp, other] = await Promise.all([
    createMigratedDatabase(),
    startProvider('corp', 'client_secret_basic'),
    startProvider('other', 'client_secret_post'),
  ]);
  const [row] = await database.query<{ id: string }>(`INSERT INTO organizations (name) VALUES ('Corp') RETURNING id`);
  const client = { CLIENT_ID: 'netloom', CLIENT_SECRET: 'a secret of tests' };
  const of = (slug: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`OIDC_${slug}_${name}`, value as string]));
  const world = await createWorld({
    ...{ DATABASE_URL: database.url, LOG_LEVEL: 'error', PUBLIC_URL: publicUrl },
    ...of('CORP', { ...client, ISSUER: corp.issuer, NAME: 'Corp SSO' }),
    ...of('OTHER', { ...client, ISSUER: other.issuer }),
    ...settings(row!.id),
  });
  await Promise.all([corp, other].map((provider) => provider.calls(world.url)));
  return {
    ...{ world, corp, other },
    browser: () => new Browser(world.url),
    close: async () => {
      await world.close();
      corp.stop();
      other.stop();
      await database.drop();
    },
  };
}
