// Addresses that a machine answers for and that other hosts had until then, with the reason. Pure.
import { isOfManyMachines, placeOf, type MachineEvidence } from './identity';
import type { Candidate, Judgement } from './judge';
import { wordsOf } from './words';

export interface Move {
  readonly addressId: string;
  readonly fromHostId: string;
  readonly reason: string;
}

/** The addresses of the report that other hosts have, which the judgement says it is not. */
export function movesOf(reported: MachineEvidence, candidates: readonly Candidate[], judgement: Judgement): Move[] {
  const places = new Set(reported.addresses.filter((one) => !isOfManyMachines(one)).map(placeOf));
  return judgement.displaced.flatMap(({ hostId, reasons }) => {
    const { addresses, name, hostname } = candidates.find((one) => one.hostId === hostId)!;
    const against = reasons.filter(({ strength }) => strength === 'Contradicts').map(wordsOf);
    const reason = `from ${name || hostname || hostId}: ${against.join('; ') || 'another machine answers for it'}`;
    return addresses
      .filter((one) => !isOfManyMachines(one) && places.has(placeOf(one)))
      .map(({ id }) => ({ addressId: id!, fromHostId: hostId, reason }));
  });
}
