// The form that reserves a range of addresses of a subnet.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { InventoryReserveAddressesDocument } from '../../../generated/inventory-operations';
import { Refusal } from '../../kit/ask';
import { ask, errorText, sendForm } from '../../kit/asking';
import { instantAttributes, instantFrom } from '../../kit/instants/instant-words';
import { SignInAgain } from '../../kit/words/sign-in-again';
import { texts } from '../page-texts';

const readText = (values: FormData, name: string): string => String(values.get(name) ?? '').trim();

function wordsOf(error: unknown): string {
  const { code, params } = error instanceof Refusal ? error : { code: '', params: {} };
  const { first, last, ip, subnet } = params as Readonly<Record<string, unknown>>;
  if (code === 'address_reservation_conflict')
    return first === last
      ? texts.reserveForm.isReservedAlready(String(first))
      : texts.reserveForm.toIsReservedAlready(String(first), String(last));
  if (code === 'address_range_invalid') return texts.reserveForm.firstAddress;
  if (code === 'ip_address_out_of_range') return texts.reserveForm.isOutside(String(ip), String(subnet));
  if (code === 'validation_invalid_ip') return texts.reserveForm.thisIsNoIp;
  if (code === 'validation_time_past') return texts.reserveForm.reservationWouldEnd;
  return errorText(error);
}

interface ReserveProps {
  readonly subnetId: string;
  readonly networkId: string;
  readonly first: string;
  readonly last: string;
  readonly close: () => void;
  readonly done: (words: string) => void;
}

export function ReserveForm({ subnetId, networkId, first, last, close, done }: ReserveProps) {
  const [problem, setProblem] = useState<ComponentChildren>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const until = readText(values, 'until');
    const firstAddress = readText(values, 'firstAddress');
    const input = {
      ...{ subnetId, networkId, firstAddress, lastAddress: readText(values, 'lastAddress') || firstAddress },
      ...{ purpose: readText(values, 'purpose'), description: readText(values, 'description') },
      until: until ? instantFrom(until) : null,
    };
    setBusy(true);
    try {
      await sendForm(() => ask(InventoryReserveAddressesDocument, { input }));
      done(texts.reserveForm.reserved);
    } catch (error) {
      setProblem(error instanceof Refusal && error.isSignedOut ? <SignInAgain /> : wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <form class="reserve-form" aria-label={texts.reserveForm.reserveAddresses} onSubmit={(event) => void send(event)}>
      <label>
        {texts.reserveForm.firstAddress2}
        <input name="firstAddress" required defaultValue={first} autocomplete="off" spellcheck={false} />
      </label>
      <label>
        {texts.reserveForm.lastAddress}
        <input name="lastAddress" defaultValue={last} autocomplete="off" spellcheck={false} />
      </label>
      <label>
        {texts.reserveForm.forWhat}
        <input name="purpose" required maxLength={100} ref={focusOnce} />
      </label>
      <label>
        {texts.reserveForm.untilOptional}
        <input name="until" {...instantAttributes} />
      </label>
      <label class="wide">
        {texts.reserveForm.descriptionOptional}
        <input name="description" maxLength={500} />
      </label>
      <div role="alert" class="wide">
        {problem && <p class="problem">{problem}</p>}
      </div>
      <p class="buttons wide">
        <button type="submit" class="main" disabled={isBusy}>
          {texts.reserveForm.reserve}
        </button>
        <button type="button" onClick={close}>
          {texts.reserveForm.cancel}
        </button>
      </p>
    </form>
  );
}

/**
 * Moves the focus to a field when the field is rendered for the first time. Used for the first field that has no value.
 */
const focusOnce = (field: HTMLInputElement | null): void => {
  if (field && !field.dataset.met) {
    field.dataset.met = 'true';
    field.focus();
  }
};
