// A command for a shell, with a button to copy it.
import { Copyable } from '../../kit/command';
import { usePage } from './use-page';
import { texts } from './texts';

export function Command({ text, name }: { text: string; name: string }) {
  const page = usePage();
  return <Copyable text={text} name={texts.command.command(name)} notice={page.notice} />;
}
