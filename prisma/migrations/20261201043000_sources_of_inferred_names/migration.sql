-- Names of inferred hosts get the protocol that announced them as their source, so that a name without source is one
-- that a user has given. The inferred name is the system name, if the neighbors announced one, up to 100 characters.
UPDATE "hosts" SET "name_source" = coalesce("sys_name_source", 'lldp')
WHERE "source_type" = 'Inferred' AND "name_source" IS NULL AND ("sys_name" IS NULL OR "name" = left("sys_name", 100));
