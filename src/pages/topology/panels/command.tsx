// A command for a shell, with a button to copy it.
import { Copyable } from '../../kit/command';
import { usePage } from './use-page';

export function Command({ text, name }: { text: string; name: string }) {
  const page = usePage();
  return <Copyable text={text} name={`${name} command`} notice={page.notice} />;
}
