// The exports of the access module that all other modules may use.
export { createdKeyRef, defineKeyRotation, keyColumns, keyField, keyInputs, type MadeKey } from './key-fields';
export { assignedByNobodyKnown } from './credential-assigner';
export { networkCredentialTypes } from './network-credential-types';
export { shareVisitRef, type ShareVisit } from './share/share-visit';
export { mayReadUser, userRelation } from './user-relation';
export { accountLetters } from './sign-in/account-letters';
export { createMailer, type Composers, type Mailer, type MailLog } from './mail/mailer';
export { hasRoom as hasRoomForMail } from './mail/outbox.sql';
