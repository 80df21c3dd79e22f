// Formats the results of checks as a JUnit report, which most build servers read. A pure function.
import type { CheckResult } from './check-result';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/**
 * Escapes a text for XML 1.0. Control characters other than tab and line breaks are invalid in XML 1.0 and become
 * question marks.
 */
const toXml = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '?').replace(/[&<>"]/g, (one) => escapes[one]!);

function caseXml({ name, severity, isMuted, state, since, sentences }: CheckResult): string {
  const head = `    <testcase name="${toXml(name)}" classname="${severity}"`;
  const body = sentences.map(toXml).join('\n');
  if (state === 'Passing') return `${head}/>`;
  if (isMuted) return `${head}>\n      <skipped message="muted"/>\n    </testcase>`;
  if (state === 'NotSupposed')
    return `${head}>\n      <skipped message="not judged">${body}</skipped>\n    </testcase>`;
  if (state === 'Failing')
    return `${head}>\n      <failure message="fails${since === null ? '' : ` since ${toXml(since)}`}">${body}</failure>\n    </testcase>`;
  const message = state === 'Unknown' ? 'evidence is missing' : 'not judged yet';
  return `${head}>\n      <error message="${message}">${body}</error>\n    </testcase>`;
}

/** Returns the JUnit report, as XML, on the checks of one network. */
export function junitXml(network: string, results: readonly CheckResult[]): string {
  const count = (isCounted: (one: CheckResult) => boolean) => results.filter(isCounted).length;
  const isOf =
    (...states: CheckResult['state'][]) =>
    (one: CheckResult) =>
      !one.isMuted && states.includes(one.state);
  const counts = `tests="${results.length}" failures="${count(isOf('Failing'))}" errors="${count(isOf('Unknown', 'NotJudged'))}"`;
  const skipped = count(({ isMuted, state }) => state === 'NotSupposed' || (isMuted && state !== 'Passing'));
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${toXml(network)}" ${counts} skipped="${skipped}">
${results.map(caseXml).join('\n')}
  </testsuite>
</testsuites>
`;
}
