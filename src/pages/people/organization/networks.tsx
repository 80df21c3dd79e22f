// Networks of the organization: creates and renames networks, sets when discovered rows become stale, and deletes
// networks.
import { useState } from 'preact/hooks';
import {
  PeopleCreateNetworkDocument,
  PeopleDeleteNetworkDocument,
  PeopleNetworksDocument,
  PeopleUpdateNetworkDocument,
  type NetworkOrderField,
  type PeopleNetworksQuery,
} from '../../../generated/people-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened, Time } from '../../kit/sections/rows';

type Network = PeopleNetworksQuery['list']['nodes'][number];

export function Networks() {
  const { viewer, notice, reload } = useHere();
  const networks = useList(
    ({ text, ...asked }: ListQuestion<NetworkOrderField>) =>
      ask(PeopleNetworksDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'naturalName', isDescending: false },
  );
  const [created, setCreated] = useState<{ readonly id: string; readonly name: string }>();
  const reread = () => Promise.all([networks.reload(), reload()]);
  const create = async (values: FormData) => {
    const name = readText(values, 'name');
    const { createNetwork } = await ask(PeopleCreateNetworkDocument, { input: { name } });
    await reread();
    setCreated({ id: createNetwork.id, name });
    notice(`${name} was created.`);
  };
  const save = async ({ id, updatedAt }: Network, values: FormData) => {
    const name = readText(values, 'name');
    const hours = readText(values, 'staleAfterHours');
    const input = { name, staleAfterHours: hours === '' ? null : Number(hours), expectedUpdatedAt: updatedAt };
    await ask(PeopleUpdateNetworkDocument, { id, input });
    await reread();
    notice(`Saved: ${name}.`);
  };
  return (
    <>
      <Opened title="New network">
        {(close) => (
          <Form button="Create network" send={(values) => create(values).then(close)}>
            <Field name="name" label="Name" required maxLength={100} />
          </Form>
        )}
      </Opened>
      {created && (
        <p class="card">
          <bdi>{created.name}</bdi> is empty. <a href={`/discovery/${created.id}/fill`}>How do you want to fill it?</a>
        </p>
      )}
      <List
        list={networks}
        name="Networks"
        nouns={['network', 'networks']}
        none="There are no networks."
        search="Part of the name of a network"
        columns={columns}
        forms={[
          {
            button: 'Change',
            isFor: () => true,
            content: (network, close) => (
              <Form button="Save" label={`Change ${network.name}`} send={(values) => save(network, values).then(close)}>
                <NetworkFields network={network} />
              </Form>
            ),
          },
          {
            button: 'Delete',
            isFor: () => viewer.may.includes('deleteNetwork'),
            content: (network) => <Deletion network={network} reread={reread} />,
          },
        ]}
      />
    </>
  );
}

const columns: readonly Column<Network, NetworkOrderField>[] = [
  { title: 'Name', order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Stale after', cell: ({ effectiveStaleAfterHours }) => `${effectiveStaleAfterHours} h` },
  {
    title: 'History',
    cell: ({ historyKeptSince }) => (historyKeptSince ? <Time at={historyKeptSince} /> : 'from the beginning'),
  },
];

function NetworkFields({ network: { name, staleAfterHours } }: { network: Network }) {
  return (
    <>
      <Field name="name" label="Name" required maxLength={100} defaultValue={name} />
      <Field
        name="staleAfterHours"
        label="Stale after, in hours"
        type="number"
        min={1}
        defaultValue={staleAfterHours === null ? '' : String(staleAfterHours)}
        hint="Without being seen by a discovery. Leave empty for the default of the service."
      />
    </>
  );
}

interface DeletionProps {
  readonly network: Network;
  readonly reread: () => Promise<unknown>;
}

/** The form for deleting a network. The user has to type the name of the network. */
function Deletion({ network: { id, name }, reread }: DeletionProps) {
  const { notice } = useHere();
  const remove = async (values: FormData) => {
    if (readText(values, 'typed').trim() !== name)
      throw new Refusal(`Type ${name} to delete this network.`, 'name_mismatch', false, undefined, { field: 'typed' });
    await ask(PeopleDeleteNetworkDocument, { id });
    await reread();
    notice(`${name} was deleted.`);
  };
  return (
    <Form button="Delete the network" label={`Delete ${name}`} isDangerous send={remove}>
      <p>
        All that was found in <bdi>{name}</bdi> is deleted, with its history, its daemons, its snapshots and its shares.
        This cannot be undone.
      </p>
      <Field name="typed" label={`Type the name of the network: ${name}`} required />
    </Form>
  );
}
