// Tests the texts of the discovery page about causes of warnings: titles are unique, and each known cause has a remedy.
import { causes } from '../../../src/pages/discovery/runs/warning-causes';
import { runWarningCodes } from '../../../src/modules/discovery/runs/run-warnings';

test("each warning code has a title and a remedy, in the order of the service's list", () => {
  expect(Object.keys(causes)).toEqual(Object.keys(runWarningCodes));
  expect(new Set(Object.values(causes).map(({ title }) => title)).size).toBe(Object.keys(causes).length);
  const lacking = Object.entries(causes).filter(([, { remedy }]) => (remedy ?? '').length < 20);
  expect(lacking.map(([code]) => code)).toEqual(['Other']);
});
