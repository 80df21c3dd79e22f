// Lists the skipped tests at the end of a run. The title of each skipped test says what the test requires.
'use strict';
const path = require('node:path');

module.exports = class SkippedTests {
  onRunComplete(_contexts, { testResults }) {
    const skipped = testResults.flatMap(({ testFilePath, testResults: tests, testExecError, skipped: isLeftOut }) =>
      testExecError || isLeftOut
        ? []
        : tests
            .filter(({ status, fullName }) => status === 'pending' && fullName.includes('[needs '))
            .map(({ fullName }) => `  ${path.relative(process.cwd(), testFilePath)}: ${fullName}`),
    );
    if (skipped.length > 0) process.stderr.write(`Skipped:\n${skipped.join('\n')}\n\n`);
  }
};
