// Stores the results of a benchmark run in a file. A later run is compared with the file, in order to find cases that
// have become slower. The stored ratios to the hand-written server depend little on the machine.
import { readFileSync, writeFileSync } from 'node:fs';

/** For each case by name: Netloom's requests per second divided by those of the hand-written server. */
export type Ratios = Readonly<Record<string, number>>;

/** A case counts as slower if its ratio has decreased by more than this share. */
const toleratedShare = 0.15;

export function readRun(file: string): Ratios {
  const { ratios } = JSON.parse(readFileSync(file, 'utf8')) as { ratios?: Ratios };
  if (!ratios || Object.values(ratios).some((ratio) => typeof ratio !== 'number'))
    throw new Error(`${file} is no kept run: make one with --keep FILE`);
  return ratios;
}

export const keepRun = (file: string, ratios: Ratios): void =>
  writeFileSync(file, `${JSON.stringify({ node: process.versions.node, ratios }, null, 2)}\n`);

/**
 * One line for each case that has become slower, the largest loss first. Cases that were measured in only one of the
 * two runs are ignored.
 */
export function slower(before: Ratios, after: Ratios): string[] {
  return Object.entries(after)
    .flatMap(([name, ratio]) => {
      const keptValue = before[name];
      return keptValue !== undefined && ratio < keptValue * (1 - toleratedShare)
        ? [{ name, kept: keptValue, ratio }]
        : [];
    })
    .sort((one, other) => one.ratio / one.kept - other.ratio / other.kept)
    .map(({ name, kept, ratio }) => {
      const lostPercent = Math.round((1 - ratio / kept) * 100);
      return `${name}: ${ratio.toFixed(2)}×, was ${kept.toFixed(2)}× (${lostPercent} % slower)`;
    });
}
