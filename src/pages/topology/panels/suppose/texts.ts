// The texts about supposed changes on the map.
export const texts = {
  title: 'What if',
  hint: 'Select a device or a port, then press “Suppose it fails”. A cable fails with one of its ports. Nothing is changed in the network.',
  supposed: 'Supposed',
  fails: (name: string) => `${name} fails`,
  connected: (name: string, other: string) => `${name} and ${other} are connected`,
  takeBack: (words: string) => `Take back: ${words}`,
  takeAllBack: 'Take all back',
  full: (count: number) => `At most ${count} changes can be supposed at once.`,
  supposeFailure: 'Suppose it fails',
  supposeConnected: 'Suppose it is connected…',
  selectOther: (name: string) =>
    `Select the port with which ${name} is supposed to be connected, in the picture or in the list of interfaces of a device.`,
  connect: 'Suppose these are connected',
  cancel: 'Cancel',
  supposing: 'Supposing…',
  notPossible: 'This cannot be supposed:',
  cutOff: (count: number) => (count === 0 ? 'Nothing is cut off' : `${count.toLocaleString()} cut off`),
  stillReached: (count: number) => `, ${count.toLocaleString()} still reached`,
  checks: 'Checks that would say something else',
  noChecks: 'All checks would say the same.',
  unnamed: '…',
} as const;
