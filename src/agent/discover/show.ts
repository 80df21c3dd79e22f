// What a discovery shows on the terminal: a line that is drawn over itself, or lines where it is no terminal; the summary.
import type { Summary } from '../agent';
import type { Phase, Progress } from '../session';

const phases: Record<Phase, string> = {
  looking: 'Looking for machines',
  asking: 'Asking devices',
  scanning: 'Scanning ports',
  sending: 'Sending what was found',
};

export const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

function textOf({ phase, percent, machines, ports, secondsLeft }: Progress): string {
  const left = secondsLeft === undefined ? '' : `, about ${duration(secondsLeft)} left`;
  return `${phases[phase]}: ${percent} %, ${machines} machines, ${ports} open ports${left}`;
}

export function progressReporter(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): {
  show: (progress: Progress) => void;
  end: () => void;
} {
  let shownAt = -Infinity;
  let shown = '';
  let isOpen = false;
  return {
    show(progress) {
      if (stream.isTTY) {
        if (performance.now() - shownAt < 100) return;
        shownAt = performance.now();
        isOpen = true;
        stream.write(`\r${textOf(progress)}\u001b[K`);
        return;
      }
      const step = `${progress.phase} ${Math.floor(progress.percent / 10)}`;
      if (step === shown) return;
      shown = step;
      stream.write(`${textOf(progress)}\n`);
    },
    end() {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}

const nothingAnswered =
  'Nothing answered: see that the range is right and that this machine has a way there (ip route get ADDRESS), or run the agent in that network.';
const noDevice =
  'No device was read over SNMP, so that cables between switches stay unknown: add its credentials to the network.';

export function summaryText(
  { machines, ports, services, guesses, devices, warnings }: Summary,
  address: string,
): string {
  const lines = [
    `  Machines   ${machines}`,
    `  Ports      ${ports} open`,
    `  Services   ${services} known by what they say${guesses > 0 ? `, ${guesses} more likely by their port alone` : ''}`,
    `  Devices    ${devices} read over SNMP`,
  ];
  const few = warnings.slice(0, 10).map((line) => `  - ${line}`);
  const more =
    warnings.length > few.length ? [`  - and ${warnings.length - few.length} more, in the record of the run`] : [];
  return [
    'Done.',
    '',
    ...lines,
    ...(few.length > 0 ? ['', 'To know:', ...few, ...more] : []),
    ...(machines === 0 ? ['', nothingAnswered] : devices === 0 ? ['', noDevice] : []),
    '',
    `  The map    ${address}`,
    '',
  ].join('\n');
}
