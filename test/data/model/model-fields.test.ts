// The kinds of columns, which the code takes from their names, agree with the database types of the models.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { columnsOf, modelNames } from '../../../src/data/model/model-fields';

const folder = path.join(__dirname, '../../../prisma/models');
const text = readdirSync(folder)
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('\n');

/** Columns of a model that have the given database type. */
function columnsOfType(model: string, type: string): string[] {
  const body = new RegExp(`^(?:model|view) ${model} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)![1]!;
  return body
    .split('\n')
    .filter((line) => line.includes(`@db.${type}`))
    .map((line) => line.trim().split(/\s+/)[0]!)
    .sort();
}
const columnsOfKind = (model: string, kind: string) =>
  [...columnsOf(model).values()]
    .filter((column) => column.kind === kind)
    .map(({ name }) => name)
    .sort();

test.each(modelNames)('UUIDs and addresses of %s', (model) => {
  expect(columnsOfKind(model, 'uuid')).toEqual(columnsOfType(model, 'Uuid'));
  expect(columnsOfKind(model, 'inet')).toEqual(columnsOfType(model, 'Inet'));
});
