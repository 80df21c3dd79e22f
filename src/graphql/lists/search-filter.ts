// Text searches in the columns that have a search index.
import { searchedTexts, shortestIndexed } from '../../data/model/search-texts';
import { unicodeForms } from '../../platform/text/validation';
import { likeText } from './filter';

/** Longest search text in characters. */
export const longestSearch = 200;

/** Shorter texts cannot use the index. */
export const isTooShort = (text: string): boolean => [...text].length < shortestIndexed;

/** Matches a column that contains the text in any case, in either Unicode form. */
export const containsText = (column: string, text: string) =>
  unicodeForms(text).map((form) => ({ [column]: { contains: likeText(form), mode: 'insensitive' as const } }));

/** Matches rows that contain the text in any of the model's searched columns. */
export const searchTexts = (model: 'Host' | 'Service', text: string) => ({
  OR: searchedTexts[model].flatMap((column) => containsText(column, text)),
});
