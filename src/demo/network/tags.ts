// The tags of the demo organization. Tags that are marked as applications are the boxes of the Application view.
import type { OrganizationRows } from './rows';

type Color = NonNullable<OrganizationRows['tags'][number]['color']>;

export const tags = {
  'Web shop': ['Emerald', true, 'What customers see, and what it stands on'],
  Intranet: ['Blue', true, 'Wiki, files and single sign-on for everybody'],
  Engineering: ['Violet', true, 'Code, builds, packages and issues'],
  Monitoring: ['Amber', true, 'Metrics, logs and alerts'],
  Mail: ['Sky', true, 'Mail in, mail out, mailboxes'],
  Telephony: ['Teal', true, 'The telephone exchange and its phones'],
  'Smart building': ['Lime', true, 'Heating, light, sensors and cameras'],
  'Media library': ['Fuchsia', true, 'Photos and films of the branch'],
  Production: ['Green', false, 'In use by customers or staff'],
  Staging: ['Orange', false, 'Tried here first'],
  Critical: ['Red', false, 'Somebody is called at night'],
  'Cardholder data': ['Rose', false, 'In the scope of PCI DSS'],
  'End of life': ['Gray', false, 'No more updates from the maker'],
  'Daily backup': ['Cyan', false, null],
  Guests: ['Pink', false, 'Devices and networks of visitors'],
} as const satisfies Record<string, readonly [color: Color, isApplication: boolean, description: string | null]>;

export type TagName = keyof typeof tags;
export const tagNames = Object.keys(tags) as TagName[];
