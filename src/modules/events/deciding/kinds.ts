// All kinds of events, with the sentence for each code of an event.

export const eventKinds = [
  ...(['MachineNew', 'MachineSilent', 'MachineBack', 'MachineGone', 'MachineMoved', 'AddressMoved'] as const),
  ...(['LinkNew', 'LinkMoved', 'LinkUnconfirmed', 'PortDown', 'PortUp', 'ServiceNew', 'ServiceGone'] as const),
  ...(['CheckFailing', 'CheckRecovered', 'RunFinished', 'RunFailed', 'DaemonSilent', 'DaemonBack'] as const),
] as const;
export type EventKind = (typeof eventKinds)[number];

export const eventSeverities = ['Info', 'Warning', 'Critical'] as const;
export type EventSeverity = (typeof eventSeverities)[number];

/** Sentences of events, by code. Names in braces are replaced by parameters of the event. */
export const eventTexts = {
  machine_new: '{host} is new.',
  machine_new_many: '{count} machines are new: {names}.',
  machine_silent: '{host} no longer answers.',
  machine_silent_with_others: '{host} no longer answers, nor do {others} machines that depend on it: {names}.',
  machine_silent_many: '{count} machines no longer answer: {names}.',
  machine_back: '{host} answers again after {duration}.',
  machine_back_with_others:
    '{host} answers again after {duration}, as do {others} machines that depend on it: {names}.',
  machine_back_many: '{count} machines answer again: {names}.',
  machine_gone: '{host} was deleted.',
  machine_gone_many: '{count} machines were deleted: {names}.',
  machine_moved: '{host} moved from {from} to {to}.',
  machine_moved_many: '{count} machines moved: {names}.',
  address_moved: '{address} moved from {from} to {to}.',
  address_moved_many: '{count} addresses moved to other machines: {names}.',
  link_new: 'The link of {from} to {to} is new.',
  link_new_many: '{count} links are new: {names}.',
  link_moved: 'The link of {host} moved from {from} to {to}.',
  link_moved_many: '{count} links moved: {names}.',
  link_unconfirmed: 'The link of {from} to {to} is no longer confirmed.',
  link_unconfirmed_many: '{count} links are no longer confirmed: {names}.',
  port_down: '{host}: ports that went down: {count}. {names}.',
  port_down_many: '{count} ports went down: {names}.',
  port_up: '{host}: ports that came up: {count}. {names}.',
  port_up_many: '{count} ports came up: {names}.',
  service_new: '{host}: new services: {count}. {names}.',
  service_new_many: '{count} services are new: {names}.',
  service_gone: '{host}: services that are gone: {count}. {names}.',
  service_gone_many: '{count} services are gone: {names}.',
  check_failing: 'The check {check} fails. Findings: {findings}.',
  check_failing_many: '{count} checks fail: {names}.',
  check_recovered: 'The check {check} passes again after {duration}.',
  check_recovered_many: '{count} checks pass again: {names}.',
  run_finished: 'The discovery run {run} has finished. Hosts found: {hosts}.',
  run_finished_many: '{count} discovery runs have finished: {names}.',
  run_failed: 'The discovery run {run} failed: {error}',
  run_failed_many: '{count} discovery runs failed: {names}.',
  daemon_silent: 'The daemon {daemon} has not called since {since}.',
  daemon_silent_many: '{count} daemons no longer call: {names}.',
  daemon_back: 'The daemon {daemon} calls again after {duration}.',
  daemon_back_many: '{count} daemons call again: {names}.',
} as const;
export type EventCode = keyof typeof eventTexts;

/** Values that replace the names in braces in the sentence of an event. */
export type EventParams = Readonly<Record<string, string | number | readonly string[]>>;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration as text with its two largest units: `3 d 4 h`. */
export function durationText(seconds: number): string {
  const units = [
    [Math.floor(seconds / day), 'd'],
    [Math.floor((seconds % day) / hour), 'h'],
    [Math.floor((seconds % hour) / minute), 'min'],
    [Math.floor(seconds % minute), 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/**
 * Returns the sentence of an event. If a list has fewer names than the event has objects, an ellipsis follows the
 * names.
 */
export function eventSentence(code: string, params: EventParams): string {
  const text = Object.hasOwn(eventTexts, code) ? eventTexts[code as EventCode] : code;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === 'duration') return durationText(Number(params.seconds ?? 0));
    const value = params[name];
    if (value === undefined) return whole;
    if (typeof value !== 'object') return String(value);
    const total = Number(params.others ?? params.count ?? value.length);
    return value.join(', ') + (value.length < total ? ', …' : '');
  });
}

/** Maximum number of roles in a filter of events. There are fewer roles of hosts, so a filter can contain each role. */
export const mostRoles = 50;
