// Tests that the OpenAPI document covers the newest release of the API. The service serves each path of the release,
// serves it as a second name of another path, or leaves it out for a listed reason.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { leftOutPaths, otherNames, servedPaths } from './newest-paths';

const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const isPublished = (method: string, template: string) => document.paths[template]?.[method] !== undefined;

test('every operation of the newest release that is not left out is published, at its path', () => {
  const unpublished = Object.entries({ ...servedPaths, ...otherNames }).flatMap(([template, methods]) =>
    methods
      .split(',')
      .filter((method) => !isPublished(method, template))
      .map((method) => `${method} ${template}`),
  );
  expect(unpublished).toEqual([]);
});

test('paths that are left out are not published, and no path is in two tables', () => {
  expect(Object.keys(leftOutPaths).filter((template) => template in document.paths)).toEqual([]);
  const templates = [servedPaths, otherNames, leftOutPaths].flatMap((one) => Object.keys(one));
  expect(templates.length).toBe(new Set(templates).size);
});
