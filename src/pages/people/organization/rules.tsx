// Settings of the organization: its name, whether API keys are accepted, and whether a second factor is required.
import {
  PeopleOrganizationDocument,
  PeopleUpdateOrganizationDocument,
  type UpdateOrganizationInput,
} from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Facts } from '../../kit/sections/rows';

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
          ['Second factor', secondFactorRequired ? 'required for everyone' : 'optional'],
        ]}
      />
      {viewer.permissions !== 'Owner' && <p class="quiet">An Owner can change this.</p>}
      {viewer.may.includes('renameOrganization') && (
        <Form key={name} button="Rename" send={(values) => change({ name: readText(values, 'name') })}>
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
            button="Do not require a second factor"
            label="Do not require a second factor"
            question="Let people sign in without a second factor again?"
            act={() => change({ secondFactorRequired: false })}
          />
        ) : viewer.user.hasSecondFactor ? (
          <Confirm
            key="demand"
            button="Require a second factor"
            label="Require a second factor"
            question="Require a second factor for everyone? People without one can then only set one up."
            act={() => change({ secondFactorRequired: true })}
          />
        ) : (
          <p class="quiet">
            To require a second factor for everyone, <a href="/account/second-factor">set up your own</a> first.
          </p>
        ))}
    </>
  );
}
