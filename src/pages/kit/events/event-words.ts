// Texts for the kinds and severities of network events. Severities are sorted from gravest to mildest.

export const eventKinds = {
  MachineNew: 'Machine new',
  MachineSilent: 'Machine silent',
  MachineBack: 'Machine back',
  MachineGone: 'Machine deleted',
  MachineMoved: 'Machine moved',
  AddressMoved: 'Address moved',
  LinkNew: 'Link new',
  LinkMoved: 'Link moved',
  LinkUnconfirmed: 'Link unconfirmed',
  PortDown: 'Port down',
  PortUp: 'Port up',
  ServiceNew: 'Service new',
  ServiceGone: 'Service gone',
  CheckFailing: 'Check failing',
  CheckRecovered: 'Check recovered',
  RunFinished: 'Run finished',
  RunFailed: 'Run failed',
  DaemonSilent: 'Daemon silent',
  DaemonBack: 'Daemon back',
} as const;

export const eventSeverities = { Critical: 'Critical', Warning: 'Warning', Info: 'Info' } as const;
