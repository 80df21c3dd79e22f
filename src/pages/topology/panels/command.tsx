// A command to paste into a shell.
import { Copyable } from '../../kit/command';
import { usePage } from './use-page';

export function Command({ text, name }: { text: string; name: string }) {
  const page = usePage();
  return <Copyable text={text} name={`${name} command`} notice={page.notice} />;
}
