// Shows an example of a rule's mail, with invented events that match the filters in the form.
import { useEffect, useRef, useState } from 'preact/hooks';
import { PeopleMailRulePreviewDocument, type MailRuleBuiltin } from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { readText } from '../../kit/sections/form';
import { Opened } from '../../kit/sections/rows';
import { readKinds } from '../parts/event-filter';
import { texts } from './texts';

/** The current values of the form. An empty name becomes null. */
function readExample(form: HTMLFormElement) {
  const values = new FormData(form);
  return { name: readText(values, 'name') || null, timeZone: readText(values, 'timeZone'), ...readKinds(values) };
}
type ExampleInput = ReturnType<typeof readExample>;

interface PreviewProps {
  /** The kind of built-in rule; null for a rule that the user has created. */
  readonly builtin: MailRuleBuiltin | null;
}

export function Preview({ builtin }: PreviewProps) {
  return <Opened title={texts.preview.title}>{() => <Follower builtin={builtin} />}</Opened>;
}

/** Shows the preview again whenever the form changes. A text field counts as changed when it loses the focus. */
function Follower({ builtin }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [exampleInput, setExampleInput] = useState<ExampleInput | null>(null);
  useEffect(() => {
    const form = place.current!.closest('form')!;
    const read = () => setExampleInput(readExample(form));
    read();
    // The buttons "All" and "None" of a list of checkboxes fire no `change` event, so clicks are handled too.
    const types = ['change', 'click'];
    for (const type of types) form.addEventListener(type, read);
    return () => types.forEach((type) => form.removeEventListener(type, read));
  }, []);
  return <div ref={place}>{exampleInput && <Example asked={{ ...exampleInput, builtin }} />}</div>;
}

function Example({ asked }: { readonly asked: ExampleInput & PreviewProps }) {
  const { data, problem } = useAsked(() => ask(PeopleMailRulePreviewDocument, asked), JSON.stringify(asked));
  const mail = data?.mailRulePreview;
  return (
    <>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {mail && !problem && (
        <>
          <p>
            {texts.preview.subject} <strong>{mail.subject}</strong>
          </p>
          <pre class="mail" role="group" aria-label={texts.preview.body}>
            {mail.text}
          </pre>
        </>
      )}
    </>
  );
}
