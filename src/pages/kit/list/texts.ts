// Texts of the lists that all pages share.
export const texts = {
  actions: 'Actions',
  count: (count: number, [singular, plural]: readonly [singular: string, plural: string]) =>
    `${count.toLocaleString()} ${count === 1 ? singular : plural}`,
  noneMatch: (plural: string, text: string) => `No ${plural} match “${text}”.`,
  more: (shownCount: number, count: number) =>
    `More (${shownCount.toLocaleString()} of ${count.toLocaleString()} are shown)`,
} as const;
