// Lists the latest grave events of the last day, each with a link to its subject. Events of checks, runs and daemons
// are left out, because the page's list of problems shows them.
import { agoWords } from '../../kit/ago-words';
import { addressOfEvent } from '../../kit/events/event-links';
import { Icon } from '../../kit/icons';
import { texts } from '../texts';
import type { Overview } from './network-rows';

interface HappenedProps {
  readonly events: Overview['graveEvents']['nodes'];
  readonly nameOf: (networkId: string) => string;
}

/** Renders nothing if `events` is empty. */
export function Happened({ events, nameOf }: HappenedProps) {
  if (events.length === 0) return null;
  const now = Date.now();
  return (
    <>
      <h3>{texts.happened}</h3>
      <ul class="findings" aria-label={texts.happened}>
        {events.map((event) => (
          <li key={event.id}>
            <Icon name="warning" />
            <span>
              <span class="quiet">{texts.happenedIn(agoWords(event.happenedAt, now), nameOf(event.networkId))}</span>{' '}
              {event.message}
            </span>
            <a href={addressOfEvent(event)} aria-label={`${texts.look}: ${event.message}`}>
              {texts.look}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
