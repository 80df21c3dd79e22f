// Lints the OpenAPI document with Redocly's recommended rules. Fails on warnings as well as on errors.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { inProject, report } from './project.mjs';

const file = process.argv[2] ?? inProject('schema', 'openapi.json');
const config = await createConfig({ extends: ['recommended'] });
const found = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: file, config });
// An id is a UUID, so `/hosts/field-values/{field}` and `/hosts/{id}/history` never match the same path.
const problems = found.filter(
  ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !message.includes('/field-values/{field}'),
);
for (const { ruleId, message, location } of problems) report(`${ruleId}: ${message} (${location[0]?.pointer ?? file})`);
process.exitCode = problems.length > 0 ? 1 : 0;
