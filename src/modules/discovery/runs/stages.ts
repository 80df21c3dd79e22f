// Stages of jobs for daemons that cannot run a whole job in one session: the order of stages, and the overall progress.
import { DiscoveryStage } from '../../../generated/prisma/enums';

export const stages: readonly DiscoveryStage[] = [
  DiscoveryStage.SelfReport,
  DiscoveryStage.Network,
  DiscoveryStage.Docker,
];

const stagesOf = (hasDocker: boolean) => stages.filter((stage) => hasDocker || stage !== 'Docker');

/** Returns the stage after `stage`; undefined after the last stage. */
export const nextStage = (stage: DiscoveryStage, hasDocker: boolean): DiscoveryStage | undefined =>
  stages.slice(stages.indexOf(stage) + 1).find((one) => stagesOf(hasDocker).includes(one));

/** Returns the overall progress of the job in percent when `stage` has reached `percent`. */
export const progressOfWhole = (stage: DiscoveryStage, percent: number, hasDocker: boolean): number =>
  Math.floor((stages.indexOf(stage) * 100 + percent) / Math.max(stagesOf(hasDocker).length, stages.indexOf(stage) + 1));
