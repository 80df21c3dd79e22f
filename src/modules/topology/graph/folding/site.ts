// Reads the site from a location: the building, from a location with building, floor and room.

/** The site in a location: `Main Hall` for `Main Hall, floor 2` and for `Main Hall / basement`. */
export const siteIn = (location: string | null | undefined): string => (location ?? '').split(/[,;/\n]/)[0]!.trim();

/** The key of a site. Spellings of a site that differ only in upper and lower case have the same key. */
export const siteKey = (site: string): string => site.toLowerCase();
