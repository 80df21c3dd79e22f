// Settings of OpenID Connect providers for sign-in, named `OIDC_<SLUG>_<SETTING>`.
import { z } from 'zod';
import { isLoopback } from '../platform/http/loopback';
import { accepts, checkedEmail, isUuid } from '../platform/text/validation';
import { ConfigError, commaSeparated, parsedUrl, readSetting, setting, type Setting } from './setting';

/** Whether a text is the URL of an OpenID Connect issuer, and not the URL of the issuer's discovery document. */
function isIssuer(text: string): boolean {
  const url = parsedUrl(text, ['https:', 'http:']);
  if (!url) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = url;
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    (protocol === 'https:' || host === 'localhost' || isLoopback(host)) &&
    username + password + search + hash === '' &&
    !pathname.includes('/.well-known/')
  );
}

/** Settings of one OpenID Connect provider, in the order of the table in docs/operating.md. */
export const oidcSettings = {
  ISSUER: setting({
    description: 'Issuer URL of the provider, as in its discovery document; https except on this machine.',
    defaultText: 'required',
    allowed: 'an https:// address, or an http:// one of this machine',
    schema: z.string().refine(isIssuer),
  }),
  CLIENT_ID: setting({
    description: 'Id of Netloom at the provider.',
    defaultText: 'required',
    allowed: 'a text of 1 to 500 characters',
    schema: z.string().max(500),
  }),
  CLIENT_SECRET: setting({
    description: 'Secret of Netloom at the provider.',
    defaultText: 'required',
    allowed: 'a text of 1 to 1000 characters',
    schema: z.string().max(1000),
    secret: true,
  }),
  NAME: setting({
    description: 'Name of the provider on the sign-in page.',
    defaultText: 'the slug',
    allowed: 'a text of 1 to 100 characters',
    schema: z.string().max(100),
  }),
  ORGANIZATION: setting({
    description: 'Id of the organization that people of the provider join, even if registration is closed.',
    defaultText: 'none: a new person creates an organization, or accepts an invite',
    allowed: 'the id of an organization',
    schema: z.string().refine(isUuid),
  }),
  DOMAINS: setting({
    description:
      'Comma-separated mail domains that the provider is trusted for. A person with such an e-mail address joins ORGANIZATION, or is signed in to the account that has the address; if ORGANIZATION is set, only to an account of ORGANIZATION.',
    defaultText: 'none: all people of the provider join ORGANIZATION, and accounts are linked by their session alone',
    allowed: 'a comma-separated list of domains, such as example.com',
    schema: commaSeparated((text) => accepts(() => checkedEmail('', `a@${text}`))).transform((domains) =>
      domains.map((domain) => domain.toLowerCase()),
    ),
  }),
  GROUPS_CLAIM: setting({
    description: 'Claim of the ID token that lists the groups of a person.',
    defaultText: 'groups',
    allowed: 'the name of a claim',
    schema: z.string().max(100),
  }),
  ROLES: setting({
    description:
      'Comma-separated roles of groups, such as netops=Admin. Each sign-in gives a person the highest role of their groups, in ORGANIZATION. Owners keep their role.',
    defaultText: 'none: people join as Viewer, and an Admin changes their role',
    allowed: 'a comma-separated list of group=role, with the roles Viewer, Member, Admin',
    schema: commaSeparated((text) => /^[^=]{1,200}=(Viewer|Member|Admin)$/.test(text)).transform((pairs) =>
      pairs.map((pair) => {
        const [group, role] = pair.split('=') as [string, 'Viewer' | 'Member' | 'Admin'];
        return { group, role };
      }),
    ),
  }),
};

type OidcSetting = keyof typeof oidcSettings;
type OidcValue<N extends OidcSetting> = z.output<(typeof oidcSettings)[N]['schema']>;

const oidcName = new RegExp(`^OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(${Object.keys(oidcSettings).join('|')})$`);

/** The configured OpenID Connect providers. Throws a ConfigError for unknown or missing settings. */
export function readOidcProviders(env: NodeJS.ProcessEnv, publicUrl: string | undefined) {
  const names = Object.keys(env).filter((name) => name.startsWith('OIDC_') && env[name]?.trim());
  const unknown = names.find((name) => !oidcName.test(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `${unknown} is no setting: OIDC_<SLUG>_ is followed by ${Object.keys(oidcSettings).join(', ')}.`,
    );
  const slugs = [...new Set(names.map((name) => oidcName.exec(name)![1]!))].sort();
  if (slugs.length > 0 && publicUrl === undefined)
    throw new ConfigError(`OIDC_${slugs[0]}_ISSUER needs PUBLIC_URL: the provider sends people back there.`);
  return slugs.map((prefix) => {
    const slug = prefix.toLowerCase().replaceAll('_', '-');
    const read = <N extends OidcSetting>(name: N) =>
      readSetting(env, `OIDC_${prefix}_${name}`, oidcSettings[name] as Setting<OidcValue<N>>);
    const requireSetting = <N extends OidcSetting>(name: N): OidcValue<N> => {
      const value = read(name);
      if (value === undefined) throw new ConfigError(`OIDC_${prefix}_${name} is missing.`);
      return value;
    };
    const roles = read('ROLES') ?? [];
    const organizationId = read('ORGANIZATION');
    if (roles.length > 0 && organizationId === undefined)
      throw new ConfigError(`OIDC_${prefix}_ROLES needs OIDC_${prefix}_ORGANIZATION: roles are given there alone.`);
    return {
      // The slug is a part of URLs, so it is in lower case.
      slug,
      issuer: requireSetting('ISSUER'),
      clientId: requireSetting('CLIENT_ID'),
      clientSecret: requireSetting('CLIENT_SECRET'),
      name: read('NAME') ?? slug,
      organizationId,
      domains: read('DOMAINS') ?? [],
      groupsClaim: read('GROUPS_CLAIM') ?? 'groups',
      roles,
    };
  });
}
