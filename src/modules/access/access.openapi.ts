// The OpenAPI operations of accounts and invites, which have no GraphQL document.
import { GetUserByIdDocument } from '../../generated/operations';
import type { PlainOperations } from '../../rest/openapi/plain-operations';
import { acceptInvite } from './invite/invite.openapi';
import { oidcOperations } from './oidc/oidc.openapi';
import { passkeyOperations } from './second-factor/passkeys.openapi';
import { secondFactorOperations } from './second-factor/second-factor.openapi';
import { accountOperations } from './sign-in/accounts.openapi';
import { sessionOperations } from './sign-in/own-sessions.openapi';

export const accessOperations: PlainOperations = {
  tags: [{ name: 'Accounts', description: 'Registration, sign-in, sign-out and password.' }],
  describe(components) {
    const user = components.ofRootField(GetUserByIdDocument, 'data')!;
    return [
      ...accountOperations(user),
      ...secondFactorOperations(user),
      ...sessionOperations,
      ...passkeyOperations(user),
      ...oidcOperations(user),
      acceptInvite,
    ];
  },
};
