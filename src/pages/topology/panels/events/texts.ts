// The texts about events on the map.
import type { LinkTarget } from '../../../kit/events/event-links';

const pages: Readonly<Record<LinkTarget, string>> = {
  host: 'Machine in the inventory',
  port: 'Port in the inventory',
  service: 'Service in the inventory',
  address: 'Address in the inventory',
  check: 'The check',
  runs: 'Discovery runs',
  daemons: 'Daemons',
};

export const texts = {
  title: 'What happened',
  what: 'What discovery, checks and daemons reported, each at the time at which it was noticed. A check is listed when it was first judged to fail; “What is wrong” says since when it fails.',
  compare: 'What changed in the network since the day before',
  severity: 'Severity',
  kind: 'Kind',
  all: 'All',
  grave: 'Warning and Critical',
  critical: 'Critical',
  reading: 'Reading…',
  list: 'Events, newest first',
  noRows: 'Nothing happened.',
  noMatch: 'No such events.',
  untilThen: 'These are the events until the instant that the picture shows.',
  show: 'Show on the map',
  showFirst: 'Show the first on the map',
  showBefore: 'Show the instant before',
  about: (words: string, message: string) => `${words}: ${message}`,
  pages,
  more: 'Earlier events',
  latest: (message: string) => `New: ${message}`,
} as const;
