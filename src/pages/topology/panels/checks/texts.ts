// The texts about checks on the map.
export const texts = {
  title: 'What is wrong',
  fail: (count: number) => (count === 1 ? '1 check fails' : `${count.toLocaleString()} checks fail`),
  unknown: (count: number) => `${count.toLocaleString()} lack evidence`,
  pass: (count: number) => `${count.toLocaleString()} pass`,
  nothing: 'No check fails in this network.',
  noChecks: 'This network has no checks yet.',
  makeChecks: 'Make checks',
  allChecks: 'All checks of this network',
  ofNow: 'These are the verdicts of now, not of the instant that the picture shows.',
  muted: (count: number) => (count === 1 ? '1 is muted' : `${count.toLocaleString()} are muted`),
  more: (count: number) => `${count.toLocaleString()} more are on the page of checks.`,
  reading: 'Reading…',
  opensNothing: 'The check in the address of this page does not fail any more, or is gone.',
  details: 'Details of this check',
  showSince: 'Show the instant since when',
  becomes: (name: string, state: string) => `“${name}”: ${state}`,
} as const;
