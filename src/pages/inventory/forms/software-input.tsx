// The form field for the software of a service. The browser suggests known names, and the user may enter any other
// name.
import { useAsked } from '../../kit/asking';
import { ask } from '../../kit/asking';
import { InventoryKnownSoftwareDocument } from '../../../generated/inventory-operations';

interface SoftwareInputProps {
  readonly id: string;
  readonly value: string;
  readonly aria: object;
  readonly change: (value: string) => void;
}

export function SoftwareInput({ id, value, aria, change }: SoftwareInputProps) {
  const { data } = useAsked(async () => (await ask(InventoryKnownSoftwareDocument, {})).serviceDefinitions, 'software');
  return (
    <>
      <input
        id={id}
        type="text"
        autocomplete="off"
        list={`${id}-known`}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        {...aria}
      />
      <datalist id={`${id}-known`}>
        {data?.map(({ id: software, name }) => (
          <option key={software} value={software}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
