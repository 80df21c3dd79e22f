-- Parts of a host may swap what makes them unique in one statement: these keys are checked at its end, not row by row.
ALTER TABLE "ip_addresses"
  DROP CONSTRAINT "ip_addresses_host_id_subnet_id_ip_address_key",
  ADD CONSTRAINT "ip_addresses_host_id_subnet_id_ip_address_key"
    UNIQUE ("host_id", "subnet_id", "ip_address") DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "interfaces"
  DROP CONSTRAINT "interfaces_host_id_if_name_key",
  ADD CONSTRAINT "interfaces_host_id_if_name_key"
    UNIQUE ("host_id", "if_name") DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "ports"
  DROP CONSTRAINT "ports_host_id_number_protocol_key",
  ADD CONSTRAINT "ports_host_id_number_protocol_key"
    UNIQUE ("host_id", "number", "protocol") DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "bindings"
  DROP CONSTRAINT "bindings_service_id_port_id_ip_address_id_key",
  ADD CONSTRAINT "bindings_service_id_port_id_ip_address_id_key"
    UNIQUE NULLS NOT DISTINCT ("service_id", "port_id", "ip_address_id") DEFERRABLE INITIALLY IMMEDIATE;
