// Texts that are no schedules because they have not exactly six fields. Croner accepts most of them in some mode.

export const invalidSchedules: readonly string[] = [
  ...['2099-01-01T00:00', '2099-01-01T00:00:00', '2099-01-01T00:00:00Z', '2099-01-01T00:00:00+02:00'],
  ...['2099-01-01 00:00:00', '2099-01-01', '2001-01-01T00:00:00Z'],
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly', '@reboot'],
  ...['0 0 * * 0', '* * * * *', '0 0 0 * * 0 2099', '0 0 0 * * 0 *'],
];
