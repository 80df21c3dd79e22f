// Checks the input fields of a share and converts them to columns.
import { hashPassword } from '../../../auth/passwords';
import { AppError } from '../../../errors';
import type { TopologyView } from '../../../generated/prisma/enums';
import { withoutUndefined } from '../../../platform/text/members';

const optionNames = ['showInspectPanel', 'showZoomControls', 'showExportButton'] as const;

export interface ShareInput {
  readonly name?: string | null;
  readonly isEnabled?: boolean | null;
  readonly expiresAt?: Date | null;
  readonly allowedDomains?: readonly string[] | null;
  readonly options?: Partial<Record<(typeof optionNames)[number], boolean | null>> | null;
  readonly enabledViews?: readonly TopologyView[] | null;
  readonly password?: string | null;
}

/** The columns that the input sets. */
export async function shareColumns(input: ShareInput) {
  const { name, isEnabled, expiresAt, allowedDomains, options, enabledViews, password } = input;
  const columns = {
    name: name ?? undefined,
    isEnabled: isEnabled ?? undefined,
    expiresAt,
    allowedDomains: allowedDomains === undefined ? undefined : checkedDomains('allowedDomains', allowedDomains ?? []),
    enabledViews: enabledViews === undefined ? undefined : [...(enabledViews ?? [])],
    ...checkedOptions(options),
  };
  const passwordHash = password == null ? password : await hashPassword(password);
  return withoutUndefined({ ...columns, passwordHash });
}

function checkedOptions(options: ShareInput['options']) {
  const wanted = Object.fromEntries(
    optionNames.map((name) => {
      const value = options === null ? true : options?.[name];
      return [name, value ?? undefined];
    }),
  );
  return wanted as Partial<Record<(typeof optionNames)[number], boolean>>;
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const domainForm = new RegExp(`^(\\*\\.)?${label}(\\.${label})*$`);

/** Host names in lower case without duplicates; a leading `*.` means all names below. */
export function checkedDomains(field: string, domains: readonly string[]): string[] {
  const known = domains.map((domain) => domain.trim().toLowerCase());
  if (known.some((domain) => domain.length > 253 || !domainForm.test(domain)))
    throw new AppError('validation_invalid_format', { field });
  return [...new Set(known)];
}

export function assertEachOnce(field: string, views: readonly TopologyView[]): void {
  if (new Set(views).size < views.length) throw new AppError('validation_invalid_format', { field });
}

/** Whether a host name matches one of the share's domains; without domains every name does. */
export function isAllowedDomain(allowedDomains: readonly string[], hostname: string): boolean {
  if (allowedDomains.length === 0) return true;
  const host = hostname.toLowerCase();
  return allowedDomains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain));
}
