// A form field for an IP address in a subnet. A button fills in the next free address, and a warning appears if the
// address is taken.
import { useState } from 'preact/hooks';
import { InventoryNextFreeAddressDocument } from '../../../generated/inventory-operations';
import { Refusal } from '../../kit/ask';
import { ask, errorText } from '../../kit/asking';
import { AddressWarning } from '../addresses/address-warning';
import type { FieldScope } from './field-scope';
import { texts } from './texts';

interface AddressInputProps {
  readonly id: string;
  readonly value: string;
  readonly subnetId: string;
  readonly scope: FieldScope;
  readonly aria: object;
  readonly change: (value: string) => void;
}

/** Number of free addresses to request: the maximum that the API returns in one response. */
const mostAsked = 16;

/**
 * The first free IP address of the subnet that is not among the addresses in the form; null if the subnet has no such
 * address.
 */
async function readFree(subnetId: string, entered: readonly string[]): Promise<string | null> {
  const count = Math.min(entered.length + 1, mostAsked);
  try {
    const { nextFreeAddress } = await ask(InventoryNextFreeAddressDocument, { subnetId, count });
    return nextFreeAddress.addresses.find((address) => !entered.includes(address)) ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'subnet_full') return null;
    throw error;
  }
}

export function AddressInput({ id, value, subnetId, scope, aria, change }: AddressInputProps) {
  const [words, setWords] = useState('');
  const offer = async () => {
    if (subnetId === '') return setWords(texts.addressInput.chooseASubnetFirst);
    setWords('');
    try {
      const address = await readFree(subnetId, scope.addresses);
      if (address === null) return setWords(texts.addressInput.theSubnet);
      change(address);
      document.getElementById(id)?.focus();
    } catch (error) {
      setWords(errorText(error));
    }
  };
  return (
    <>
      <div class="with-button">
        <input
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          {...aria}
        />
        <button type="button" onClick={() => void offer()}>
          {texts.addressInput.nextFreeAddress}
        </button>
      </div>
      <p class="quiet hint" role="status">
        {words}
      </p>
      <AddressWarning subnetId={subnetId} address={value} ownHostId={scope.valueOf('hostId') || null} />
    </>
  );
}
