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
import { texts } from './organization/texts';
import { Webhooks } from './webhooks/webhooks';
import '../kit/base.css';
import '../kit/frame/column.css';
import '../kit/sections/sections.css';
import './styles/people.css';

const sections = [
  ['people', texts.organization.people, <People />],
  ['invites', texts.organization.invites, <Invites />],
  ['rules', texts.organization.rules, <Rules />],
  ['networks', texts.common.networks, <Networks />],
  ['tags', texts.organization.tags, <Tags />],
  ['credentials', texts.organization.credentials, <Credentials />],
  ['shares', texts.organization.shares, <Shares />],
  ['webhooks', texts.organization.webhooks, <Webhooks />],
  ['audit', texts.organization.audit, <Audit />],
] as const;

/**
 * A message for viewers who may not see the page, shown without sending requests. The service checks rights as well.
 */
const refusal = ({ viewer }: Here) =>
  !viewer.may.includes('createInvite') && (
    <p>
      {texts.organization.adminsOf} <bdi>{viewer.organization.name}</bdi> {texts.organization.yourRole}{' '}
      {viewer.permissions}
      {texts.organization.askThem}
    </p>
  );

render(
  <Frame title={texts.organization.organization} address="/organization" sections={() => sections} refusal={refusal} />,
  document.getElementById('page')!,
);
