// Terminal output of a discovery: progress as one line that is overwritten (as several lines without a terminal), and
// the summary.
import type { Summary } from '../agent';
import type { Phase, Progress } from '../session';

const phases: Record<Phase, string> = {
  looking: 'Finding machines',
  asking: 'Reading devices',
  scanning: 'Scanning ports',
  sending: 'Sending results',
};

export const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

function progressText({ phase, percent, machines, ports, secondsLeft }: Progress): string {
  const remaining = secondsLeft === undefined ? '' : `, about ${duration(secondsLeft)} left`;
  return `${phases[phase]}: ${percent} %, ${machines} machines, ${ports} open ports${remaining}`;
}

export function progressReporter(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): {
  show: (progress: Progress) => void;
  end: () => void;
} {
  let shownAt = -Infinity;
  let lastStep = '';
  let isOpen = false;
  return {
    show(progress) {
      if (stream.isTTY) {
        if (performance.now() - shownAt < 100) return;
        shownAt = performance.now();
        isOpen = true;
        stream.write(`\r${progressText(progress)}\u001b[K`);
        return;
      }
      const step = `${progress.phase} ${Math.floor(progress.percent / 10)}`;
      if (step === lastStep) return;
      lastStep = step;
      stream.write(`${progressText(progress)}\n`);
    },
    end() {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}

const nothingAnswered =
  'No machine answered: check the range and the route of this machine to it (ip route get ADDRESS), or run the agent in that network.';
const noDevice =
  'No device was read over SNMP, so cables between switches are unknown: add SNMP credentials to the network.';

export function summaryText(
  { machines, ports, services, guesses, devices, warnings }: Summary,
  address: string,
): string {
  const lines = [
    `  Machines   ${machines}`,
    `  Ports      ${ports} open`,
    `  Services   ${services} identified by their answers${guesses > 0 ? `, ${guesses} guessed from their ports` : ''}`,
    `  Devices    ${devices} read over SNMP`,
  ];
  const few = warnings.slice(0, 10).map((line) => `  - ${line}`);
  const more =
    warnings.length > few.length ? [`  - and ${warnings.length - few.length} more, in the run's record`] : [];
  return [
    'Done.',
    '',
    ...lines,
    ...(few.length > 0 ? ['', 'Warnings:', ...few, ...more] : []),
    ...(machines === 0 ? ['', nothingAnswered] : devices === 0 ? ['', noDevice] : []),
    '',
    `  The map    ${address}`,
    '',
  ].join('\n');
}
