// The viewer: who is asking, and what they may reach at this moment.

/** Ranks from low to high; each includes the rights of the lower ones. */
export const ranks = ['Viewer', 'Member', 'Admin', 'Owner'] as const;
export type Permissions = (typeof ranks)[number];

export interface Viewer {
  readonly via: 'session' | 'userApiKey';
  readonly userId: string;
  readonly organizationId: string;
  /** The rank they act with now: for a key the lesser of its own and its owner's. */
  readonly permissions: Permissions;
  /** Networks within reach now: all of the organization's for Owner and Admin, and never more than a key was given. */
  readonly networkIds: readonly string[];
  /** Id of the session or of the key. */
  readonly credentialId: string;
}

export const rankOf = (permissions: Permissions): number => ranks.indexOf(permissions);

export const lesserOf = (a: Permissions, b: Permissions): Permissions => (rankOf(a) <= rankOf(b) ? a : b);

export function atLeast(viewer: Viewer, level: Permissions): boolean {
  return rankOf(viewer.permissions) >= rankOf(level);
}
