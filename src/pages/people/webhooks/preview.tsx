// Shows an example message of a webhook in the selected format, with an event of the kind that the user selects.
import { useState } from 'preact/hooks';
import {
  PeopleWebhookPreviewDocument,
  type NetworkEventKind,
  type WebhookFormat,
} from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Choice } from '../../kit/sections/form';
import { Opened } from '../../kit/sections/rows';
import { texts } from './texts';

export function Preview({ format }: { readonly format: WebhookFormat }) {
  return <Opened title={texts.preview.title}>{() => <Example format={format} />}</Opened>;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Example({ format }: { readonly format: WebhookFormat }) {
  const [kind, setKind] = useState<NetworkEventKind>('MachineSilent');
  const { data, problem } = useAsked(() => ask(PeopleWebhookPreviewDocument, { format, kind }), `${format} ${kind}`);
  const preview = data?.webhookPreview;
  return (
    <>
      <Choice
        name="previewKind"
        label={texts.preview.kind}
        options={Object.entries(texts.common.kinds)}
        value={kind}
        onChange={(value) => setKind(value as NetworkEventKind)}
      />
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {preview && (
        <>
          <p class="quiet">{texts.preview.sentAs(preview.contentType)}</p>
          <pre role="group" aria-label={texts.preview.body}>
            <code>{indented(preview.body)}</code>
          </pre>
        </>
      )}
    </>
  );
}
