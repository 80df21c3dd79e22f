// The texts about what-if changes.
import type { ChangeType } from '../../../../generated/page-operations';

/** Counts what the picture marks, for instance `− 47 nodes and lines lost, ~ 3 changed`. Ports are nodes too. */
function supposedWords({ Added, Removed, Changed }: Readonly<Record<ChangeType, number>>): string {
  const counts = [
    { sign: '−', count: Removed, what: 'lost' },
    { sign: '+', count: Added, what: 'added' },
    { sign: '~', count: Changed, what: 'changed' },
  ].filter(({ count }) => count > 0);
  const unitOf = (count: number) => (count === 1 ? 'node or line ' : 'nodes and lines ');
  return counts
    .map(({ sign, count, what }, index) => `${sign} ${count} ${index === 0 ? unitOf(count) : ''}${what}`)
    .join(', ');
}

export const texts = {
  title: 'What if',
  hint: 'Select a device or a port, then press “What-if failure: draw without it”. The map then shows the network after this and further changes, and what its checks would say. A cable fails with one of its ports. Nothing is changed in the network.',
  supposed: 'What-if changes',
  fails: (name: string) => `${name} fails`,
  connected: (name: string, other: string) => `${name} and ${other} are connected`,
  takeBack: (words: string) => `Take back: ${words}`,
  takeAllBack: 'Take all back',
  full: (count: number) => `At most ${count} what-if changes are possible at once.`,
  supposeFailure: 'What-if failure: draw without it',
  supposeConnected: 'What-if cable…',
  selectOther: (name: string) =>
    `Select the port at the other end of the cable of ${name}, in the picture or in the list of interfaces of a device.`,
  connect: 'Connect by a what-if cable',
  cancel: 'Cancel',
  supposing: 'Computing…',
  notPossible: 'This change is not possible:',
  cutOff: (count: number) => (count === 0 ? 'Nothing is cut off' : `${count.toLocaleString()} cut off`),
  stillReached: (count: number) => `, ${count.toLocaleString()} still reached`,
  rerouted: (count: number) => `${count.toLocaleString()} reached by another path`,
  checks: 'Checks that would say something else',
  noChecks: 'All checks would say the same.',
  notJudged: (names: readonly string[]) =>
    `Not judged, because its query reads the network as it is: ${names.join(', ')}.`,
  planName: 'Name of a plan',
  keep: 'Keep as a plan',
  kept: (name: string) => `Kept the plan “${name}”.`,
  showPlans: 'Show the plans',
  plans: 'Plans',
  noPlans: 'The network has no plans. Add what-if changes and keep them as a plan.',
  notDrawn: '(has changes that the map cannot show)',
  shown: (counts: Readonly<Record<ChangeType, number>>) =>
    `After the what-if changes, not the network as it is: ${supposedWords(counts) || 'this view stays the same'}`,
  notShownYet: 'The network as it is, until the what-if changes are computed',
  notShown: 'The network as it is, because a what-if change is not possible',
  showAsItIs: 'Show it as it is',
  unnamed: '…',
} as const;
