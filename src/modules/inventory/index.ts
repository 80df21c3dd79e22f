// What modules above may use of the inventory: free of Prisma and Pothos, as worker threads and the demo load it.
export { hostDisplayNameSql, interfaceDisplayNameSql } from './shared/display-names';
export { infrastructureCategories, serviceCategories } from './shared/service-categories';
export { registryTag, serviceDefinitionOf } from './shared/service-definitions';
export { writeReportedSubnets } from './host/report/host-report-subnets';
export { openSecrets, type SnmpSecrets, type SnmpVersion } from './credential/snmp-secrets';
