// A section of the account or organization page.
import type { ComponentChildren } from 'preact';

export type Section = readonly [id: string, title: string, content: ComponentChildren];
