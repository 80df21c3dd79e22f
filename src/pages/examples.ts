// The example tabs that GraphiQL opens with, in their order; each is a document of its own in ./examples.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const textOf = (name: string) => readFileSync(path.join(__dirname, 'examples', `${name}.graphql`), 'utf8');

export const examples: readonly string[] = [
  'vlans-with-ports',
  'hosts-with-services',
  'topology-graph',
  'tag-many-hosts',
  'who-am-i',
].map(textOf);

/** Asked by the page before it opens: who is here, and rows that the examples can name. */
export const startingPoint: string = textOf('starting-point');
