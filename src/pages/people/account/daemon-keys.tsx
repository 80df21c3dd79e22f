// Keys of daemons: creates a key for a network, shows it once with the agent's command, and rotates, disables and
// deletes keys.
import {
  PeopleCreateDaemonKeyDocument,
  PeopleDaemonKeysDocument,
  PeopleDeleteDaemonKeyDocument,
  PeopleRotateDaemonKeyDocument,
  PeopleSetDaemonKeyEnabledDocument,
  type DaemonApiKeyOrderField,
  type PeopleDaemonKeysQuery,
} from '../../../generated/people-operations';
import { agentCommand } from '../../kit/commands';
import { ask } from '../../kit/asking';
import { List } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Choice, Field, Form, readExpiry, lifetimes, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { keyColumns, NewKey, Switch } from '../parts/key';
import { Opened } from '../../kit/sections/rows';
import { useKeyActions } from './key-actions';

export function DaemonKeys() {
  const { networks } = useHere();
  const keys = useList(
    ({ text, ...asked }: ListQuestion<DaemonApiKeyOrderField>) =>
      ask(PeopleDaemonKeysDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'createdAt', isDescending: true },
  );
  const documents = {
    rotate: PeopleRotateDaemonKeyDocument,
    setEnabled: PeopleSetDaemonKeyEnabledDocument,
    remove: PeopleDeleteDaemonKeyDocument,
  };
  const command = (key: string) => agentCommand(location.origin, key);
  const { newKey, show, putAway, rotate, setEnabled, remove } = useKeyActions({
    kind: 'daemon keys',
    documents,
    reload: keys.reload,
    commandOf: command,
  });

  const create = async (values: FormData) => {
    const name = readText(values, 'name');
    const expiresAt = readExpiry(readText(values, 'expiresAt'));
    const input = { name, networkId: readText(values, 'networkId'), expiresAt };
    const { made } = await ask(PeopleCreateDaemonKeyDocument, { input });
    await show(name, made.key);
  };

  return (
    <>
      <p>Daemon keys of the networks that you can reach. A daemon discovers one network from inside.</p>
      {newKey && <NewKey newKey={newKey} close={putAway} />}
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
              <Choice name="expiresAt" label="Expires after" options={[...lifetimes].reverse()} />
            </Form>
          )}
        </Opened>
      )}
      <List
        list={keys}
        name="Daemon keys"
        nouns={['daemon key', 'daemon keys']}
        none="There are no daemon keys."
        search="Part of the name of a key"
        columns={columns}
        actions={(key) => (
          <>
            <Switch row={key} set={(isEnabled) => setEnabled(key, isEnabled)} />
            <Confirm
              button="Rotate"
              label={`Rotate ${key.name}`}
              question={`Give “${key.name}” a new token? Daemons with the present one are refused at once.`}
              act={() => rotate(key)}
            />
            {/* The service refuses to delete a key that a daemon uses, so only unused keys have the button Delete. */}
            {key.daemons.length === 0 && (
              <Confirm
                button="Delete"
                label={`Delete ${key.name}`}
                question={`Delete “${key.name}”? It is refused at once, for good.`}
                act={() => remove(key)}
              />
            )}
          </>
        )}
      />
    </>
  );
}

type DaemonKey = PeopleDaemonKeysQuery['list']['nodes'][number];

const columns = keyColumns<DaemonKey, DaemonApiKeyOrderField>([
  { title: 'Network', cell: ({ network }) => <bdi>{network.name}</bdi> },
  { title: 'Daemons', cell: ({ daemons }) => daemons.map(({ name }) => name).join(', ') || 'none yet' },
]);
