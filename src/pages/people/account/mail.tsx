// Settings for the e-mails that the user receives.
import { PeopleSetMailDocument } from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { Check, Form } from '../../kit/sections/form';
import { useHere } from '../parts/frame';

export function Mail() {
  const { viewer, notice, reload } = useHere();
  const { emailSettings } = viewer.user;
  const save = async (values: FormData) => {
    // All e-mail settings are sent, because the service switches on settings that are omitted.
    const settings = {
      ...emailSettings,
      discoveryDigest: values.has('discoveryDigest'),
      daemonAlerts: values.has('daemonAlerts'),
    };
    await ask(PeopleSetMailDocument, { id: viewer.userId, settings });
    await reload();
    notice('Saved.');
  };
  const { discoveryDigest, daemonAlerts } = emailSettings;
  return (
    // A new `key` renders the form again after saving, so that it shows the saved settings.
    <Form key={`${discoveryDigest} ${daemonAlerts}`} button="Save" label="Mail" send={save}>
      <Check
        name="discoveryDigest"
        label="What a discovery changed: new, missing and changed hosts"
        isChecked={discoveryDigest}
      />
      <Check name="daemonAlerts" label="Daemons that no longer report" isChecked={daemonAlerts} />
    </Form>
  );
}
