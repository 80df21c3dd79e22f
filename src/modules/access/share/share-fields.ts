// The fields of a share as callers write them, checked and in the columns' form.
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

/** The columns that the input names; fields left out are left out. */
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

/** Host names in lower case, each once; `*.` in front stands for the names below one. */
export function checkedDomains(field: string, domains: readonly string[]): string[] {
  const known = domains.map((domain) => domain.trim().toLowerCase());
  if (known.some((domain) => domain.length > 253 || !domainForm.test(domain)))
    throw new AppError('validation_invalid_format', { field });
  return [...new Set(known)];
}

export function assertEachOnce(field: string, views: readonly TopologyView[]): void {
  if (new Set(views).size < views.length) throw new AppError('validation_invalid_format', { field });
}

/** Whether one of a share's domains is, or stands for, the host name. No domains at all stand for every one. */
export function isAllowedDomain(allowedDomains: readonly string[], hostname: string): boolean {
  if (allowedDomains.length === 0) return true;
  const host = hostname.toLowerCase();
  return allowedDomains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain));
}
