// A warning next to a form field for an address, if the address is already taken or reserved.
import { useEffect, useState } from 'preact/hooks';
import { InventoryAddressDocument } from '../../../generated/inventory-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/asking';
import { findHolders, useWords, type Range } from './address-words';
import { texts } from '../page-texts';

interface WarningProps {
  /** The subnet that the form assigns to the address; null or empty if no subnet is selected. */
  readonly subnetId: string | null | undefined;
  /** The text in the field, which may be incomplete. */
  readonly address: string;
  /** The id of the host whose address is entered. An address that this host itself has causes no warning. */
  readonly ownHostId?: string | null;
}

const isWhole = (text: string): boolean => /^(\d{1,3}\.){3}\d{1,3}$|^[\da-f:.]*:[\da-f:.]*$/i.test(text);
/** Requests are sent after the user has typed nothing for this number of milliseconds. */
const restMs = 300;

async function readWarning(subnetId: string, address: string, ownHostId: string | null): Promise<string | null> {
  try {
    const { subnet } = await ask(InventoryAddressDocument, { id: subnetId, address });
    const range: Range | undefined = subnet.addressRanges.ranges[0];
    if (!range || range.state === 'Free') return null;
    const holders = findHolders(range, range.first);
    const others = holders.filter(({ host }) => ownHostId === null || host?.id !== ownHostId);
    const isOwn = holders.length > 0 && others.length === 0;
    return isOwn && !range.reservation ? null : useWords(range, others);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ip_address_out_of_range')
      return texts.addressWarning.outsideTheSubnet;
    // While the user types, only the API's error "address outside of the subnet" is shown. Other errors are shown after
    // the form is sent.
    return null;
  }
}

/**
 * Shows a warning if an IP address is taken, reserved, the network or broadcast address, or outside of its subnet.
 * Shows nothing for a free or incomplete address. The form can be sent despite the warning.
 */
export function AddressWarning({ subnetId, address, ownHostId = null }: WarningProps) {
  const text = address.trim();
  const [warning, setWarning] = useState<{ readonly text: string; readonly words: string | null } | null>(null);
  useEffect(() => {
    setWarning(null);
    if (!subnetId || !isWhole(text)) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void readWarning(subnetId, text, ownHostId).then((words) => isCurrent && setWarning({ text, words }));
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [subnetId, text, ownHostId]);
  return (
    <div role="status">
      {warning?.text === text && warning.words && (
        <p class="address-warning">{texts.addressWarning.thisAddress(warning.words)}</p>
      )}
    </div>
  );
}
