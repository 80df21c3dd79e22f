// The texts of forms, and of lists of checkboxes in forms.
export const texts = {
  search: 'Part of a name',
  all: 'All',
  noneButton: 'None',
  allMatches: 'Check these',
  noMatches: 'Uncheck these',
  noneMatch: 'No name contains this.',
  more: (shownCount: number, count: number) => `More (${shownCount} of ${count} are shown)`,
  chosen: (count: number, all: number) => `${count.toLocaleString()} of ${all.toLocaleString()} are chosen.`,
} as const;
