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
import { texts } from './texts';

export function Rules() {
  const { viewer, notice, reload } = useHere();
  const { data, problem, reload: reread } = useAsked(() => ask(PeopleOrganizationDocument, {}));
  const organization = data?.organization;
  if (!organization) return <div role="alert">{problem && <p class="problem">{problem}</p>}</div>;
  const { id, name, apiAccessEnabled, secondFactorRequired } = organization;
  const change = async (input: UpdateOrganizationInput) => {
    await ask(PeopleUpdateOrganizationDocument, { id, input });
    await Promise.all([reread(), reload()]);
    notice(texts.rules.saved);
  };
  return (
    <>
      <Facts
        facts={[
          [texts.common.name, <bdi>{name}</bdi>],
          [texts.rules.apiKeysOfPeople, apiAccessEnabled ? texts.rules.accepted : texts.rules.refused],
          [texts.common.secondFactor, secondFactorRequired ? texts.rules.requiredForAll : texts.rules.optional],
        ]}
      />
      {viewer.permissions !== 'Owner' && <p class="quiet">{texts.rules.ownersOnly}</p>}
      {viewer.may.includes('renameOrganization') && (
        <Form key={name} button={texts.rules.rename} send={(values) => change({ name: readText(values, 'name') })}>
          <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={name} />
        </Form>
      )}
      {viewer.may.includes('setOrganizationApiAccess') && (
        <p>
          {apiAccessEnabled ? (
            <Confirm
              key="refuse"
              button={texts.rules.refuseApiKeys}
              label={texts.rules.refuseApiKeys}
              question={texts.rules.refuseQuestion}
              act={() => change({ apiAccessEnabled: false })}
            />
          ) : (
            <Confirm
              key="accept"
              button={texts.rules.acceptApiKeys}
              label={texts.rules.acceptApiKeys}
              question={texts.rules.acceptQuestion}
              act={() => change({ apiAccessEnabled: true })}
            />
          )}
        </p>
      )}
      {viewer.may.includes('setOrganizationSecondFactor') &&
        (secondFactorRequired ? (
          <Confirm
            key="demand-none"
            button={texts.rules.optionalFactor}
            label={texts.rules.optionalFactor}
            question={texts.rules.optionalFactorQuestion}
            act={() => change({ secondFactorRequired: false })}
          />
        ) : viewer.user.hasSecondFactor ? (
          <Confirm
            key="demand"
            button={texts.rules.requireFactor}
            label={texts.rules.requireFactor}
            question={texts.rules.requireFactorQuestion}
            act={() => change({ secondFactorRequired: true })}
          />
        ) : (
          <p class="quiet">
            {texts.rules.toRequireFactor} <a href="/account/second-factor">{texts.rules.setUpYourOwn}</a>{' '}
            {texts.rules.first}
          </p>
        ))}
    </>
  );
}
