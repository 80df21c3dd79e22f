// Text searches in columns that have a search index.
import { searchedTexts } from '../../data/model/search-texts';
import { unicodeForms } from '../../platform/text/validation';
import { likeText } from './filter';

/** Longest search text in characters. */
export const longestSearch = 200;

/** Matches columns that contain the text in any case, in either Unicode form. */
export const containsText = (columns: readonly string[], text: string) =>
  columns.flatMap((column) =>
    unicodeForms(text).map((form) => ({ [column]: { contains: likeText(form), mode: 'insensitive' as const } })),
  );

/** Matches columns that begin with the text in any case, in either Unicode form. */
export const beginsWithText = (columns: readonly string[], text: string) =>
  columns.flatMap((column) =>
    unicodeForms(text).map((form) => ({ [column]: { startsWith: likeText(form), mode: 'insensitive' as const } })),
  );

/** Matches rows that contain the text in any of the model's searched columns. */
export const searchTexts = (model: 'Host' | 'Service', text: string) => ({
  OR: containsText(searchedTexts[model], text),
});
