// Checks the input fields of a share and converts them to columns.
import { hashPassword } from '../../../auth/passwords';
import { AppError } from '../../../errors';
import type { TopologyView } from '../../../generated/prisma/enums';

type Options = Partial<Record<'showInspectPanel' | 'showZoomControls' | 'showExportButton', boolean | null>>;
const allShown: Options = { showInspectPanel: true, showZoomControls: true, showExportButton: true };

/**
 * Returns the columns for the visibility options of a share's page. Null shows all parts of the page; an omitted option
 * keeps its value.
 */
export const optionColumns = (options: Options | null): Options => options ?? allShown;

/**
 * Resolves with the column for a share's password. Null removes the password; undefined leaves the password unchanged.
 */
export async function passwordColumns(password: string | null | undefined) {
  if (password === undefined) return {};
  return { passwordHash: password === null ? null : await hashPassword(password) };
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const domainForm = new RegExp(`^(\\*\\.)?${label}(\\.${label})*$`);

/**
 * Returns the domains in lower case, without duplicates. Throws if an entry is not a domain. A leading `*.` matches all
 * names below the domain.
 */
export function checkedDomains(field: string, domains: readonly string[]): string[] {
  const normalizedDomains = domains.map((domain) => domain.trim().toLowerCase());
  if (normalizedDomains.some((domain) => domain.length > 253 || !domainForm.test(domain)))
    throw new AppError('validation_invalid_format', { field });
  return [...new Set(normalizedDomains)];
}

export function checkedViews(field: string, views: readonly TopologyView[]): TopologyView[] {
  if (new Set(views).size < views.length) throw new AppError('validation_invalid_format', { field });
  return [...views];
}

/**
 * Whether a host name matches one of the share's allowed domains. If the share has no allowed domains, all host names
 * match.
 */
export function isAllowedDomain(allowedDomains: readonly string[], hostname: string): boolean {
  if (allowedDomains.length === 0) return true;
  const host = hostname.toLowerCase();
  return allowedDomains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain));
}

/** Returns the host name in a `Referer` header; empty if the header is missing or invalid. */
export const refererHost = (referer: string | undefined): string =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).hostname : '';
