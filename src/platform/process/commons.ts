// What the processes behind one port count together: the first process counts, the others ask it.
import { placesOf, PlaceCounts, type Places } from '../limits/places';
import type { BucketAnswer, TokenBucket } from '../limits/token-bucket';
import type { Answers, Channel } from './channel';

export interface Commons {
  /** The bucket of this name, which the first process has. */
  bucket(name: string): TokenBucket;
  readonly places: Places;
  /** The figures of all processes in one text. */
  metrics(): Promise<string>;
  /** Which of the processes this one is. */
  readonly process: string;
  /** Folder of the sockets, named by process, that requests are handed on by. */
  readonly sockets: string;
}

interface Move {
  readonly bucket: string;
  readonly key: string;
  readonly tokens: number;
}
interface Place {
  readonly name: string;
  readonly most: number;
}

/** The side of a process that serves. */
export const commonsBy = (channel: Channel, process: string, sockets: string): Commons => ({
  bucket: (bucket) => ({
    take: (key, tokens) => channel.ask<BucketAnswer>('take', { bucket, key, tokens } satisfies Move),
    giveBack: (key, tokens) => channel.ask<BucketAnswer>('giveBack', { bucket, key, tokens } satisfies Move),
  }),
  places: placesOf(
    (name, most) => channel.ask<boolean>('occupy', { name, most } satisfies Place),
    // Without the first process there is no count, and this one ends.
    (name) => void channel.ask('vacate', name).catch(() => undefined),
  ),
  metrics: () => channel.ask<string>('metrics'),
  process,
  sockets,
});

/** The side of the first process: what it answers to one of the others, and what the end of that one gives back. */
export function keepCommons(bucketOf: (name: string) => TokenBucket) {
  const buckets = new Map<string, TokenBucket>();
  const counts = new PlaceCounts();
  const named = (name: string): TokenBucket => {
    const bucket = buckets.get(name) ?? bucketOf(name);
    buckets.set(name, bucket);
    return bucket;
  };
  return (): { readonly answers: Answers; readonly release: () => void } => {
    const held: string[] = [];
    const answers = {
      take: ({ bucket, key, tokens }: Move) => named(bucket).take(key, tokens),
      giveBack: ({ bucket, key, tokens }: Move) => named(bucket).giveBack(key, tokens),
      occupy: ({ name, most }: Place) => {
        const isFree = counts.take(name, most);
        if (isFree) held.push(name);
        return isFree;
      },
      vacate: (name: string) => {
        const at = held.indexOf(name);
        if (at >= 0) counts.giveBack(held.splice(at, 1)[0]!);
      },
    };
    return {
      answers,
      release: () => {
        for (const name of held.splice(0)) counts.giveBack(name);
      },
    };
  };
}
