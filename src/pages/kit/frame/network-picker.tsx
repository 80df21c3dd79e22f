// A field for choosing the network: it shows the selected network, and opens a list that is filtered by the typed text
// (WAI-ARIA combobox).
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '../icons';
import { texts } from './texts';
import { useNetworkList, type NetworkChoice, type NetworkList } from './use-network-list';

export function NetworkPicker(choice: NetworkChoice) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useNetworkList(choice);
  const { isOpen, shown, active, current, typed, open, close, move } = list;
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    if (isOpen) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);
  const take = (index: number) => {
    list.take(index);
    field.current?.select();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && isOpen) take(active);
    else if (event.key === 'Enter') open();
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  const onClick = () => {
    // Selects the text on each click: browsers select nothing if the field already has the focus.
    if (!isOpen) field.current?.select();
    open();
  };
  if (choice.networks.length === 0) return null;
  return (
    <div class="network-picker">
      <Icon name="network" />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={texts.network}
        aria-autocomplete="list"
        list={undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && shown[active] ? optionId(active) : undefined}
        placeholder={texts.chooseNetwork}
        autocomplete="off"
        spellcheck={false}
        value={typed ?? current?.name ?? ''}
        title={current?.name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onPointerEnter={choice.onOpen}
        onClick={onClick}
        onBlur={close}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => list.type(currentTarget.value)}
      />
      <Icon name="chevrons-up-down" />
      {isOpen && <Options id={id} optionId={optionId} list={list} take={take} />}
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly optionId: (index: number) => string;
  readonly list: NetworkList;
  readonly take: (index: number) => void;
}

function Options({ id, optionId, list: { shown, active, current, hiddenCount, setActive }, take }: OptionsProps) {
  return (
    <div class="choices-list" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={texts.networks}>
        {shown.map((network, index) => (
          <div
            key={network.id}
            id={optionId(index)}
            role="option"
            class={index === active ? 'active' : ''}
            aria-selected={network === current}
            onMouseMove={() => setActive(index)}
            onClick={() => take(index)}
          >
            <bdi>{network.name}</bdi>
            {network === current && <Icon name="check" />}
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {shown.length === 0 && texts.noSuchNetwork}
        {hiddenCount > 0 && texts.moreNetworks(hiddenCount)}
      </p>
    </div>
  );
}
