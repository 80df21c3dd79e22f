// GraphQL types of a port's counters: the values at the last two times at which they were read, and the rates between
// these times.
import type { InterfaceCounters } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { counterNames, computeRates, type CounterName, type CounterReading } from './interface-rates';

const texts: Readonly<Record<CounterName, string>> = {
  inOctets: 'Octets received (IF-MIB ifHCInOctets, ifInOctets)',
  outOctets: 'Octets sent (IF-MIB ifHCOutOctets, ifOutOctets)',
  inErrors: 'Packets received with errors (IF-MIB ifInErrors)',
  outErrors: 'Packets not sent because of errors (IF-MIB ifOutErrors)',
  inDiscards: 'Packets received and discarded (IF-MIB ifInDiscards)',
  outDiscards: 'Packets discarded instead of sent (IF-MIB ifOutDiscards)',
};

interface Timed {
  readonly readAt: Date;
  readonly reading: CounterReading;
}
const reading = builder.objectRef<Timed>('InterfaceCounterReading').implement({
  description: 'One reading of the counters of a port.',
  fields: (t) => ({
    observedAt: t.field({ type: 'DateTime', description: 'When it was reported.', resolve: ({ readAt }) => readAt }),
    ...Object.fromEntries(
      counterNames.map((name) => [
        name,
        t.field({
          ...{ type: 'BigInt', nullable: true, description: `${texts[name]}; null if it was not read.` },
          resolve: ({ reading: { [name]: value } }) => (value === undefined ? null : BigInt(value)),
        }),
      ]),
    ),
    poeMilliwatts: t.int({
      nullable: true,
      description:
        'Power that the device at the port draws (CISCO-POWER-ETHERNET-EXT-MIB cpeExtPsePortPwrConsumption), in mW; null if it was not read.',
      resolve: ({ reading: { poeMilliwatts } }) => poeMilliwatts ?? null,
    }),
  }),
});

type Rated = ReturnType<typeof computeRates> & object;
const rates = builder.objectRef<Rated>('InterfaceRates').implement({
  description: 'What passes a port per second, between the last two readings.',
  fields: (t) =>
    Object.fromEntries(
      counterNames.map((name) => [
        name,
        t.float({
          nullable: true,
          description: `${texts[name]}, per second; null if a counter was not read, came round or may have.`,
          resolve: ({ [name]: rate }) => rate,
        }),
      ]),
    ),
});

const toTimed = (readAt: Date | null, value: unknown): Timed | undefined =>
  readAt ? { readAt, reading: value as CounterReading } : undefined;
const both = ({ readAt, latest, previousReadAt, previous }: InterfaceCounters) => ({
  latest: toTimed(readAt, latest)!,
  previous: toTimed(previousReadAt, previous),
});
const columns = { readAt: true, latest: true, previousReadAt: true, previous: true } as const;

builder.prismaObject('InterfaceCounters', {
  select: { interfaceId: true },
  fields: (t) => ({
    latest: t.field({
      ...{ type: reading, description: 'The last reading.', select: columns },
      resolve: (row) => both(row as InterfaceCounters).latest,
    }),
    previous: t.field({
      ...{ type: reading, nullable: true, description: 'The reading before it; null for none.', select: columns },
      resolve: (row) => both(row as InterfaceCounters).previous ?? null,
    }),
    rates: t.field({
      ...{ type: rates, nullable: true },
      description:
        'Change per second between the readings; null for one reading, or if the device may have restarted between them.',
      select: { ...columns, interface: { select: { speedBps: true } } },
      resolve: (row) => {
        const { interface: port, ...counters } = row as InterfaceCounters & { interface: { speedBps: bigint | null } };
        const { latest, previous } = both(counters);
        return computeRates(previous, latest, port.speedBps);
      },
    }),
  }),
});
