// Starts the organization page in the browser.
import { render } from 'preact';
import { Audit } from './organization/audit';
import { Credentials } from './organization/credentials';
import { Invites } from './organization/invites';
import { Networks } from './organization/networks';
import { People } from './organization/people';
import { Rules } from './organization/rules';
import { Shares } from './organization/shares';
import { Tags } from './organization/tags';
import { Frame, type Here } from './parts/frame';
import '../kit/base.css';
import '../kit/sections/sections.css';
import './styles/people.css';

const sections = [
  ['people', 'People', <People />],
  ['invites', 'Invites', <Invites />],
  ['rules', 'Rules', <Rules />],
  ['networks', 'Networks', <Networks />],
  ['tags', 'Tags', <Tags />],
  ['credentials', 'Credentials', <Credentials />],
  ['shares', 'Shares', <Shares />],
  ['audit', 'Audit', <Audit />],
] as const;

/**
 * Explains why the viewer may not see the page; false if the viewer may. Shown before any request is sent. The service
 * itself checks the rights of each request.
 */
const refusal = ({ viewer }: Here) =>
  !viewer.may.includes('createInvite') && (
    <p>
      Admins and Owners of <bdi>{viewer.organization.name}</bdi> see and change this. You are its {viewer.permissions}:
      ask one of them.
    </p>
  );

render(
  <Frame title="Organization" address="/organization" sections={() => sections} refusal={refusal} />,
  document.getElementById('page')!,
);
