// GraphQL type of the status of a daemon's version.
import { builder } from '../../../graphql/builder';
import {
  canRescan,
  versionStatuses,
  warningSeverities,
  type VersionStatus,
  type VersionWarning,
} from '../protocol/daemon-version';

const statusEnum = builder.enumType('DaemonVersionState', { values: versionStatuses });
const severityEnum = builder.enumType('WarningSeverity', { values: warningSeverities });

export const warningRef = builder.objectRef<VersionWarning>('DaemonVersionWarning').implement({
  fields: (t) => ({
    message: t.exposeString('message'),
    severity: t.expose('severity', { type: severityEnum }),
    sunsetDate: t.exposeString('sunsetDate', {
      nullable: true,
      description: 'Date (ISO 8601) from which the version is refused; null if none is set.',
    }),
  }),
});
export const versionStatusRef = builder.objectRef<VersionStatus>('DaemonVersionStatus').implement({
  description: "A daemon's version compared with the version of the server.",
  fields: (t) => ({
    status: t.expose('status', { type: statusEnum }),
    version: t.exposeString('version', { nullable: true }),
    warnings: t.expose('warnings', { type: [warningRef] }),
    supportsTargetedRescan: t.boolean({
      description: 'Whether a daemon of the version can scan single hosts, which `rescanHost` asks for.',
      resolve: ({ version }) => canRescan(version),
    }),
  }),
});
