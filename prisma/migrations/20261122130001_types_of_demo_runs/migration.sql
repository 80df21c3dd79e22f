-- Records of runs that the demo made told their type as a bare word, where all others have an object.
UPDATE "discoveries"
SET "results" = jsonb_set(
  "results", '{discovery_type}',
  jsonb_build_object('type', "results" -> 'discovery_type') || coalesce("discovery_details", '{}')
)
WHERE jsonb_typeof("results" -> 'discovery_type') = 'string';
