// Texts for users that describe the evidence for and against a match of two hosts.
import type { EvidenceKind, Reason } from './identity';

const nouns: Readonly<Record<EvidenceKind, string>> = {
  RowId: 'row id',
  DaemonId: 'daemon id',
  MachineId: 'id on its platform',
  SerialNumber: 'serial number',
  ChassisId: 'chassis ID',
  LocalChassisId: 'locally assigned chassis ID',
  MacAddress: 'MAC address',
  Address: 'IP address',
  SystemName: 'system name and object ID',
  ManagementAddress: 'management URL',
  RepeatingAddress: 'address that repeats by nature',
  SeenApart: 'addresses in one run',
  AnsweredByPeople: 'answer of a person',
};

const longestList = 5;
const joinValues = (values: readonly string[]): string =>
  values.slice(0, longestList).join(', ') +
  (values.length > longestList ? ` and ${values.length - longestList} more` : '');

/** Returns the text for one piece of evidence, such as `same serial number FOC1`, without a full stop. */
export function describeReason({ evidence, strength, values }: Reason): string {
  if (evidence === 'SeenApart') return `seen apart in one run: ${values.join(' and ')}`;
  if (evidence === 'AnsweredByPeople')
    return strength === 'Contradicts' ? 'a person keeps them apart' : 'a person merged them';
  if (strength === 'Contradicts') return `different ${nouns[evidence]}: ${values.join(' and ')}`;
  return `same ${nouns[evidence]} ${joinValues(values)}`;
}

/** Returns the text for identifying evidence of one machine, such as `serial number FOC1`. */
export const evidenceWords = ({ evidence, values }: Pick<Reason, 'evidence' | 'values'>): string =>
  `${nouns[evidence]} ${joinValues(values)}`;
