// What holds for everybody: the organization's name, whether API keys are accepted, whether a second factor is demanded.
import {
  PeopleOrganizationDocument,
  PeopleUpdateOrganizationDocument,
  type UpdateOrganizationInput,
} from '../../../generated/people-operations';
import { ask, useAsked } from '../parts/asking';
import { Confirm } from '../parts/confirm';
import { Field, Form, textOf } from '../parts/form';
import { useHere } from '../parts/frame';
import { Facts } from '../parts/rows';

export function Rules() {
  const { viewer, notice, reload } = useHere();
  const { data, problem, reload: reread } = useAsked(() => ask(PeopleOrganizationDocument, {}));
  const organization = data?.organization;
  if (!organization) return <div role="alert">{problem && <p class="problem">{problem}</p>}</div>;
  const { id, name, apiAccessEnabled, secondFactorRequired } = organization;
  const change = async (input: UpdateOrganizationInput) => {
    await ask(PeopleUpdateOrganizationDocument, { id, input });
    await Promise.all([reread(), reload()]);
    notice('Saved.');
  };
  return (
    <>
      <Facts
        facts={[
          ['Name', <bdi>{name}</bdi>],
          ['API keys of people', apiAccessEnabled ? 'accepted' : 'refused'],
          ['Second factor', secondFactorRequired ? 'demanded of everybody' : 'left to each person'],
        ]}
      />
      {viewer.permissions !== 'Owner' && <p class="quiet">An Owner can change this.</p>}
      {viewer.may.includes('renameOrganization') && (
        <Form key={name} button="Rename" send={(values) => change({ name: textOf(values, 'name') })}>
          <Field name="name" label="Name" required maxLength={100} defaultValue={name} />
        </Form>
      )}
      {viewer.may.includes('setOrganizationApiAccess') && (
        <p>
          {apiAccessEnabled ? (
            <Confirm
              key="refuse"
              button="Refuse API keys"
              label="Refuse API keys"
              question="Refuse the API keys of all people? Their programs are refused at once; daemons go on."
              act={() => change({ apiAccessEnabled: false })}
            />
          ) : (
            <Confirm
              key="accept"
              button="Accept API keys"
              label="Accept API keys"
              question="Accept the API keys of all people again?"
              act={() => change({ apiAccessEnabled: true })}
            />
          )}
        </p>
      )}
      {viewer.may.includes('setOrganizationSecondFactor') &&
        (secondFactorRequired ? (
          <Confirm
            key="demand-none"
            button="Demand no second factor"
            label="Demand no second factor"
            question="Let people sign in without a second factor again?"
            act={() => change({ secondFactorRequired: false })}
          />
        ) : viewer.user.hasSecondFactor ? (
          <Confirm
            key="demand"
            button="Demand a second factor"
            label="Demand a second factor"
            question="Demand a second factor of everybody? Sessions of people without one are then good for setting one up alone."
            act={() => change({ secondFactorRequired: true })}
          />
        ) : (
          <p class="quiet">
            To demand a second factor of everybody, <a href="/account#second-factor">set up your own</a> first.
          </p>
        ))}
    </>
  );
}
