// The e-mails that the user receives: settings for some, and mail rules for others.
import { PeopleSetMailDocument } from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { Check, Form } from '../../kit/sections/form';
import { MailRules } from '../mail-rules/mail-rules';
import { useHere } from '../parts/frame';
import { texts } from './texts';

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
    notice(texts.mail.saved);
  };
  const { discoveryDigest, daemonAlerts } = emailSettings;
  return (
    <>
      {/* A new `key` renders the form again after saving, so that it shows the saved settings. */}
      <Form key={`${discoveryDigest} ${daemonAlerts}`} button={texts.common.save} label={texts.mail.mail} send={save}>
        <Check name="discoveryDigest" label={texts.mail.digest} isChecked={discoveryDigest} />
        <Check name="daemonAlerts" label={texts.mail.daemonAlerts} isChecked={daemonAlerts} />
      </Form>
      <MailRules />
    </>
  );
}
