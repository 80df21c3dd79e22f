// Finds breaking changes between two OpenAPI documents. A change is compatible if the receiver accepts every value that
// the sender may send.

/** Keywords of JSON schemas that are compared. */
const keywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
]
  .concat(['enum', 'const', 'format', 'pattern', 'default', '$ref'])
  .concat(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']);
const silent = ['description', 'title', 'example', 'examples', 'deprecated', 'x-other-name', 'x-other-name-of'];

const bounds = [
  ['minimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
];

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const missing = (before, after) => before.filter((one) => !after.includes(one));

/** The changes in `after` that break clients of `before`, one line each. */
export function openapiBreaks(before, after) {
  return [...new Set([...pathBreaks(before, after), ...schemeBreaks(before, after)])];
}

function schemeBreaks(before, after) {
  const [old, now] = [before, after].map(({ components }) => components?.securitySchemes ?? {});
  const essence = (scheme) => ({ ...scheme, description: undefined });
  return Object.keys(old)
    .filter((name) => !isSame(essence(old[name]), essence(now[name])))
    .map((name) => `the security scheme ${name} was changed or removed`);
}

function pathBreaks(before, after) {
  const compare = schemaComparison(before, after);
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, old]) => {
      const place = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) return [`${place} was removed`];
      return [
        ...(old.operationId === now.operationId ? [] : [`${place}: its operationId was changed`]),
        ...securityBreaks(place, old.security ?? before.security, now.security ?? after.security),
        ...parameterBreaks(place, old.parameters ?? [], now.parameters ?? [], compare),
        ...bodyBreaks(place, old.requestBody, now.requestBody, compare),
        ...answerBreaks(place, { before, after }, old.responses, now.responses, compare),
      ];
    }),
  );
}

function securityBreaks(place, old = [], now = []) {
  const credentialsOf = (requirements) =>
    requirements.length === 0
      ? ['none']
      : requirements.map((requirement) => Object.keys(requirement).sort().join(' and ') || 'none');
  const takenCredentials = credentialsOf(now);
  if (takenCredentials.includes('none')) return [];
  return missing(credentialsOf(old), takenCredentials).map(
    (credential) => `${place}: no longer open to callers with the credential ${credential}`,
  );
}

function parameterBreaks(place, old, now, compare) {
  const find = (all, { in: where, name }) => all.find((one) => one.in === where && one.name === name);
  const addedParameters = now.filter((one) => one.required && !find(old, one)?.required);
  return [
    ...addedParameters.map(({ name }) => `${place}: the parameter ${name} is required`),
    ...old.flatMap((one) => {
      const at = `${place}: the parameter ${one.name}`;
      const keptParameter = find(now, one);
      if (!keptParameter) return [`${at} was removed`];
      const isWritten = one.style === keptParameter.style && one.explode === keptParameter.explode;
      return [
        ...(isWritten ? [] : [`${at} is written in another style`]),
        ...compare.request(at, one.schema, keptParameter.schema),
      ];
    }),
  ];
}

function bodyBreaks(place, old, now, compare) {
  const at = `${place}: the body`;
  if (now?.required && !old?.required) return [`${at} is required`];
  if (!old) return [];
  if (!now) return [`${at} was removed`];
  return mediaBreaks(at, old.content, now.content, compare.request);
}

function answerBreaks(place, { before, after }, old, now, compare) {
  return Object.entries(old).flatMap(([status, one]) => {
    const at = `${place}: the answer ${status}`;
    // Removing an error response breaks no client.
    if (!now[status]) return /^[23]/.test(status) ? [`${at} was removed`] : [];
    const [answeredStatuses, answers] = [resolveReference(before, one), resolveReference(after, now[status])];
    return [
      ...missing(Object.keys(answeredStatuses.headers ?? {}), Object.keys(answers.headers ?? {})).map(
        (header) => `${at} has no header ${header} any more`,
      ),
      ...mediaBreaks(at, answeredStatuses.content ?? {}, answers.content ?? {}, compare.answer),
    ];
  });
}

const mediaBreaks = (at, old, now, compareSchemas) =>
  Object.entries(old).flatMap(([type, { schema = {} }]) =>
    now[type] ? compareSchemas(at, schema, now[type].schema ?? {}) : [`${at} is no longer ${type}`],
  );

const resolveReference = (document, part) =>
  part.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name.replaceAll('~1', '/')], document)
    : part;

/**
 * Returns functions that compare two schemas in one direction (`request` or `answer`). Each pair of named schemas is
 * compared once.
 */
function schemaComparison(before, after) {
  const knownPairs = new Map();

  /**
   * The breaking changes of a schema. If a schema allows several forms, such as text or null, each form of the sender
   * is compared with the most similar form of the receiver.
   */
  function compareSchemas(direction, at, old, now) {
    const isRequest = direction === 'request';
    const forms = [formsOf(before, old), formsOf(after, now)];
    const [sentSchemas, takenSchemas] = isRequest ? forms : forms.reverse();
    return sentSchemas.flatMap((form) => {
      const formBreaks = takenSchemas
        .filter(({ type }) => type === form.type || type === 'any' || (type === 'number' && form.type === 'integer'))
        .map((other) => (isRequest ? once(direction, at, form, other) : once(direction, at, other, form)));
      const [best] = formBreaks.sort((one, other) => one.length - other.length);
      return best ?? [isRequest ? `${at} no longer takes ${form.type}` : `${at} may now be ${form.type}`];
    });
  }

  function once(direction, at, old, now) {
    if (!old.name || !now.name) return inForm(direction, at, old, now);
    const key = [direction, old.name, old.type, now.name, now.type].join(' ');
    if (!knownPairs.has(key)) {
      // A schema can contain itself. So while a pair of schemas is compared, a nested comparison of the same pair finds
      // no changes.
      knownPairs.set(key, []);
      knownPairs.set(key, inForm(direction, `in ${direction}s ${old.name}`, old, now));
    }
    return knownPairs.get(key);
  }

  function inForm(direction, at, old, now) {
    const isRequest = direction === 'request';
    const [sender, receiver] = isRequest ? [old, now] : [now, old];
    const breaks = [];
    if (receiver.enum && !sender.enum)
      breaks.push(isRequest ? `${at} takes certain values only` : `${at} may now be any ${now.type}`);
    // New enum values in responses are allowed, as in GraphQL. Removed values are breaking in requests and in
    // responses.
    else if (old.enum && now.enum)
      for (const value of missing(old.enum, now.enum))
        breaks.push(`${at} has no value ${JSON.stringify(value)} any more`);
    for (const keyword of ['format', 'pattern'])
      if (receiver[keyword] !== undefined && sender[keyword] !== receiver[keyword])
        breaks.push(`${at} has another ${keyword}: ${old[keyword] ?? 'none'}, now ${now[keyword] ?? 'none'}`);
    if (isRequest) {
      for (const [keyword, sign] of bounds)
        if (now[keyword] !== undefined && !(old[keyword] !== undefined && sign * old[keyword] >= sign * now[keyword]))
          breaks.push(`${at} has a closer bound: ${keyword} ${old[keyword] ?? 'none'}, now ${now[keyword]}`);
      if (old.default !== undefined && !isSame(old.default, now.default))
        breaks.push(
          `${at} has another default: ${JSON.stringify(old.default)}, now ${JSON.stringify(now.default) ?? 'none'}`,
        );
    }
    for (const name of missing(receiver.required ?? [], sender.required ?? []))
      breaks.push(isRequest ? `${at}.${name} is required` : `${at}.${name} may be absent`);
    for (const [name, part] of Object.entries(old.properties ?? {})) {
      const keptProperty = now.properties?.[name];
      if (keptProperty) breaks.push(...compareSchemas(direction, `${at}.${name}`, part, keptProperty));
      else breaks.push(`${at}.${name} was removed`);
    }
    breaks.push(...inOthers(direction, at, old, now));
    if (old.items && now.items) breaks.push(...compareSchemas(direction, `${at}[]`, old.items, now.items));
    else if (receiver.items) breaks.push(`${at} has other items`);
    const places = Math.max(old.prefixItems?.length ?? 0, now.prefixItems?.length ?? 0);
    if (!isSame(old.prefixItems?.length, now.prefixItems?.length)) breaks.push(`${at} has another number of items`);
    else
      for (let index = 0; index < places; index += 1)
        breaks.push(...compareSchemas(direction, `${at}[${index}]`, old.prefixItems[index], now.prefixItems[index]));
    return breaks;
  }

  /** Compares the rules for fields that the schemas do not name (`additionalProperties`). */
  function inOthers(direction, at, old, now) {
    if (old.type !== 'object') return [];
    const [sentSchema, takenSchema] = (direction === 'request' ? [old, now] : [now, old]).map(
      ({ additionalProperties: one }) => one ?? true,
    );
    if (typeof old.additionalProperties === 'object' && typeof now.additionalProperties === 'object')
      return compareSchemas(direction, `${at}.*`, old.additionalProperties, now.additionalProperties);
    // At most one of the two schemas gives unnamed fields a type. Old requests stay valid if the new server accepts any
    // unnamed field, or if old requests contain no unnamed fields. New responses suit old clients unless the old schema
    // gives unnamed fields a type.
    const isKept =
      direction === 'request' ? takenSchema === true || sentSchema === false : typeof takenSchema !== 'object';
    return isKept ? [] : [`${at} has other members than those that are named`];
  }

  return {
    request: (at, old, now) => compareSchemas('request', at, old, now),
    answer: (at, old, now) => compareSchemas('answer', at, old, now),
  };
}

/** A schema as the list of its alternative forms, each with one type. `name` is set if the schema is only a `$ref`. */
function formsOf(document, schema) {
  const unknown = Object.keys(schema).filter((key) => !keywords.includes(key) && !silent.includes(key));
  if (unknown.length > 0)
    throw new Error(`scripts/openapi-breaks.mjs does not compare ${unknown.join(', ')} of OpenAPI yet.`);
  const { $ref, anyOf, oneOf, allOf = [], const: only, type, ...rest } = schema;
  const ownKeywords = Object.fromEntries(Object.entries(rest).filter(([key]) => !silent.includes(key)));
  if (only !== undefined) ownKeywords.enum = [only];
  const parts = allOf.map((one) => formsOf(document, one));
  for (const alternatives of [anyOf, oneOf])
    if (alternatives) parts.push(alternatives.flatMap((one) => formsOf(document, one)));
  if ($ref)
    parts.push(formsOf(document, resolveReference(document, schema)).map((form) => ({ ...form, name: nameOf($ref) })));
  const isPart = type === undefined && Object.keys(ownKeywords).length === 0;
  if (isPart && parts.length === 1) return parts[0];
  return parts.reduce(
    (all, forms) =>
      all.flatMap((one) => forms.filter((form) => agree(one, form)).map((form) => joinSchemas(one, form))),
    typesOf(type, ownKeywords).map((one) => ({
      ...ownKeywords,
      type: one,
      ...(ownKeywords.enum && { enum: ownKeywords.enum.filter(isOf(one)) }),
    })),
  );
}

const nameOf = ($ref) => $ref.split('/').at(-1);
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isOf = (type) => (value) => type === 'any' || typeOf(value) === (type === 'integer' ? 'number' : type);
const agree = (one, other) => [one.type, other.type].includes('any') || one.type === other.type;

function typesOf(type, ownTypes) {
  if (type !== undefined) return [type].flat();
  if (ownTypes.properties) return ['object'];
  return ownTypes.enum ? [...new Set(ownTypes.enum.map(typeOf))] : ['any'];
}

function joinSchemas(one, other) {
  const joint = { ...one, ...other, name: undefined, type: one.type === 'any' ? other.type : one.type };
  if (one.properties && other.properties) joint.properties = { ...one.properties, ...other.properties };
  if (one.required && other.required) joint.required = [...new Set([...one.required, ...other.required])];
  return joint;
}
