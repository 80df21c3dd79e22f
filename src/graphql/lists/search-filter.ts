// Conditions of text searches in columns that have a search index.
import { searchedTexts } from '../../data/model/search-texts';
import { unicodeForms } from '../../platform/text/validation';
import { likeText } from './filter';

/** Maximum length of a search text in characters. */
export const longestSearch = 200;

/** Prisma conditions that a column contains the text in Unicode form NFC or NFD, ignoring case. */
export const containsText = (columns: readonly string[], text: string) =>
  columns.flatMap((column) =>
    unicodeForms(text).map((form) => ({ [column]: { contains: likeText(form), mode: 'insensitive' as const } })),
  );

/** Prisma conditions that a column begins with the text in Unicode form NFC or NFD, ignoring case. */
export const beginsWithText = (columns: readonly string[], text: string) =>
  columns.flatMap((column) =>
    unicodeForms(text).map((form) => ({ [column]: { startsWith: likeText(form), mode: 'insensitive' as const } })),
  );

/** The Prisma `where` for rows that contain the text in at least one of the columns for searches in the model. */
export const searchTexts = (model: 'Host' | 'Service', text: string) => ({
  OR: containsText(searchedTexts[model], text),
});
