// Members of rows inside a body that answers carry and that clients send back: ignored where no input has them.

/** Of the parts of a host, and of those of a service. */
export const readOnlyInParts: readonly string[] = [
  ...['created_at', 'updated_at', 'valid_from', 'valid_to', 'lineage_id'],
  ...['last_seen_at', 'last_discovery_id', 'first_discovery_id'],
  ...['network_id', 'host_id', 'service_id', 'type', 'source', 'display_name', 'neighbors'],
];
