// Keys of daemons: made for a network, shown once with the command of the agent, rotated, switched off, deleted.
import { useState } from 'preact/hooks';
import {
  PeopleCreateDaemonKeyDocument,
  PeopleDaemonKeysDocument,
  PeopleDeleteDaemonKeyDocument,
  PeopleRotateDaemonKeyDocument,
  PeopleSetDaemonKeyEnabledDocument,
  type PeopleDaemonKeysQuery,
} from '../../../generated/people-operations';
import { agentCommand } from '../../kit/commands';
import { ask, usePaged } from '../parts/asking';
import { Confirm } from '../parts/confirm';
import { Choice, Field, Form, expiryOf, lifetimes, textOf } from '../parts/form';
import { useHere } from '../parts/frame';
import { KeyFacts, NewKey, Switch, type ShownKey } from '../parts/key';
import { Opened, Rows } from '../parts/rows';

type DaemonKey = PeopleDaemonKeysQuery['list']['nodes'][number];

export function DaemonKeys() {
  const { networks, notice } = useHere();
  const [shown, setShown] = useState<ShownKey | null>(null);
  const keys = usePaged((after) => ask(PeopleDaemonKeysDocument, { after }));
  const show = (name: string, key: string) => setShown({ name, key, command: agentCommand(location.origin, key) });

  const create = async (values: FormData) => {
    const name = textOf(values, 'name');
    const expiresAt = expiryOf(textOf(values, 'expiresAt'));
    const input = { name, networkId: textOf(values, 'networkId'), expiresAt };
    const { made } = await ask(PeopleCreateDaemonKeyDocument, { input });
    show(name, made.key);
    await keys.reload();
  };
  const rotate = async ({ id, name }: DaemonKey) => {
    show(name, (await ask(PeopleRotateDaemonKeyDocument, { id })).key);
    await keys.reload();
  };
  const setEnabled = async ({ id, name }: DaemonKey, isEnabled: boolean) => {
    await ask(PeopleSetDaemonKeyEnabledDocument, { id, isEnabled });
    await keys.reload();
    notice(`${name} is ${isEnabled ? 'accepted again' : 'refused from now on'}.`);
  };
  const remove = async ({ id, name }: DaemonKey) => {
    await ask(PeopleDeleteDaemonKeyDocument, { id });
    setShown(null);
    await keys.reload();
    notice(`${name} is deleted.`);
  };

  return (
    <>
      <p>Of the networks within your reach, whoever made them. A daemon discovers one network from inside.</p>
      {shown && <NewKey shown={shown} close={() => setShown(null)} />}
      {networks.length > 0 && (
        <Opened title="New daemon key">
          {(close) => (
            <Form button="Create daemon key" send={(values) => create(values).then(close)}>
              <Field
                name="name"
                label="Name"
                required
                maxLength={100}
                hint="Such as the machine that the daemon runs on."
              />
              <Choice name="networkId" label="Network" options={networks.map(({ id, name }) => [id, name] as const)} />
              <Choice name="expiresAt" label="Good for" options={[...lifetimes].reverse()} />
            </Form>
          )}
        </Opened>
      )}
      <Rows
        list={keys}
        name="Daemon keys"
        none="There are no daemon keys."
        row={(key) => (
          <>
            <h3>
              <bdi>{key.name}</bdi>
            </h3>
            <KeyFacts
              row={key}
              more={[
                ['Network', key.network.name],
                ['Daemons', key.daemons.map(({ name }) => name).join(', ') || 'none yet'],
              ]}
            />
            <div class="buttons">
              <Switch row={key} set={(isEnabled) => setEnabled(key, isEnabled)} />
              <Confirm
                button="Rotate"
                label={`Rotate ${key.name}`}
                question={`Give “${key.name}” a new token? Daemons with the present one are refused at once.`}
                act={() => rotate(key)}
              />
              {/* One that a daemon uses is refused. */}
              {key.daemons.length === 0 && (
                <Confirm
                  button="Delete"
                  label={`Delete ${key.name}`}
                  question={`Delete “${key.name}”? It is refused at once, for good.`}
                  act={() => remove(key)}
                />
              )}
            </div>
          </>
        )}
      />
    </>
  );
}
