// A site is the building of a location. Finds the building in the text of a location, such as `Main Hall, floor 2`.

/** The building in a location: `Main Hall` for `Main Hall, floor 2` and for `Main Hall / basement`. */
export const siteIn = (location: string | null | undefined): string => (location ?? '').split(/[,;/\n]/)[0]!.trim();

/** The key of a site. Spellings of a site that differ only in upper and lower case have the same key. */
export const siteKey = (site: string): string => site.toLowerCase();
