// A job in stages, of daemons that cannot run it at once: which stage comes after which, and how far the whole is.
import { DiscoveryStage } from '../../../generated/prisma/enums';

export const stages: readonly DiscoveryStage[] = [
  DiscoveryStage.SelfReport,
  DiscoveryStage.Network,
  DiscoveryStage.Docker,
];

const stagesOf = (hasDocker: boolean) => stages.filter((stage) => hasDocker || stage !== 'Docker');

/** Undefined: it is the last. */
export const nextStage = (stage: DiscoveryStage, hasDocker: boolean): DiscoveryStage | undefined =>
  stages.slice(stages.indexOf(stage) + 1).find((one) => stagesOf(hasDocker).includes(one));

/** Percent of the whole job when a stage has come so far. */
export const progressOfWhole = (stage: DiscoveryStage, percent: number, hasDocker: boolean): number =>
  Math.floor((stages.indexOf(stage) * 100 + percent) / Math.max(stagesOf(hasDocker).length, stages.indexOf(stage) + 1));
