// Shares of topologies: creates a share of a network's current state, copies its link, and disables and deletes shares.
import {
  PeopleCreateShareDocument,
  PeopleDeleteShareDocument,
  PeopleLiveTopologyDocument,
  PeopleSetShareEnabledDocument,
  PeopleSharesDocument,
  type PeopleSharesQuery,
} from '../../../generated/people-operations';
import { Refusal } from '../../kit/ask';
import { Copyable } from '../../kit/command';
import { ask, usePaged } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { Choice, Field, Form, readExpiry, lifetimes, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';

type Share = PeopleSharesQuery['list']['nodes'][number];

const addressOf = ({ id }: Share): string => `${location.origin}/share/${id}`;

export function Shares() {
  const { networks } = useHere();
  const shares = usePaged((after) => ask(PeopleSharesDocument, { after }));
  return (
    <>
      <p>Anyone with the link of a share can view one topology without an account.</p>
      {networks.length > 0 && <NewShare reread={shares.reload} />}
      <Rows
        list={shares}
        name="Shares"
        none="There are no shares."
        row={(share) => <ShareRow share={share} reread={shares.reload} />}
      />
    </>
  );
}

function NewShare({ reread }: { reread: () => Promise<unknown> }) {
  const { networks, notice } = useHere();
  const create = async (values: FormData) => {
    const networkId = readText(values, 'networkId');
    const [topology] = (await ask(PeopleLiveTopologyDocument, { networkId })).topologies.nodes;
    if (!topology) throw new Refusal('The network was deleted: reload the page.', 'entity_not_found');
    const name = readText(values, 'name');
    const password = readText(values, 'password');
    const input = {
      ...{ name, networkId, topologyId: topology.id, expiresAt: readExpiry(readText(values, 'expiresAt')) },
      ...(password && { password }),
    };
    await ask(PeopleCreateShareDocument, { input });
    await reread();
    notice(`${name} is shared.`);
  };
  return (
    <Opened title="New share">
      {(close) => (
        <Form button="Create share" send={(values) => create(values).then(close)}>
          <Field name="name" label="Name" required maxLength={100} />
          <Choice name="networkId" label="Network" options={networks.map(({ id, name }) => [id, name] as const)} />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="new-password"
            maxLength={256}
            hint="Visitors must enter it. Leave empty for no password."
          />
          <Choice name="expiresAt" label="Expires after" options={lifetimes} />
        </Form>
      )}
    </Opened>
  );
}

function ShareRow({ share, reread }: { share: Share; reread: () => Promise<unknown> }) {
  const { notice } = useHere();
  const { id, name } = share;
  const setEnabled = async (isEnabled: boolean) => {
    await ask(PeopleSetShareEnabledDocument, { id, isEnabled });
    await reread();
  };
  const remove = async () => {
    await ask(PeopleDeleteShareDocument, { id });
    await reread();
    notice(`${name} is deleted.`);
  };
  return (
    <>
      <h3>
        <bdi>{share.name}</bdi>
      </h3>
      <Facts
        facts={[
          ['Network', share.network.name],
          ['Shows', share.topology.snapshot ? <Time at={share.topology.snapshot.takenAt} /> : 'now'],
          ['Password', share.hasPassword ? 'yes' : 'no'],
          ['Expires', share.expiresAt ? <Time at={share.expiresAt} /> : 'never'],
          ...(share.createdByUser ? [['Created by', <bdi>{share.createdByUser.email}</bdi>] as const] : []),
          ...(share.isEnabled ? [] : [['State', <strong>refused</strong>] as const]),
        ]}
      />
      <Copyable text={addressOf(share)} name={`Address of ${share.name}`} notice={notice} />
      <div class="buttons">
        <Confirm
          key={String(share.isEnabled)}
          button={share.isEnabled ? 'Switch off' : 'Switch on'}
          label={`${share.isEnabled ? 'Switch off' : 'Switch on'} ${share.name}`}
          question={
            share.isEnabled
              ? `Switch “${share.name}” off? Its visitors are refused at once.`
              : `Switch “${share.name}” on again, for everyone with the link?`
          }
          act={() => setEnabled(!share.isEnabled)}
        />
        <Confirm
          button="Delete"
          label={`Delete ${share.name}`}
          question={`Delete “${share.name}”? Its link stops working. This cannot be undone.`}
          act={remove}
        />
      </div>
    </>
  );
}
