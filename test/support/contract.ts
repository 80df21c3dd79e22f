// Checks REST responses against the published OpenAPI document: status, headers, media type and every member of the
// body.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** The document is plain JSON. The OpenAPI lint checks its structure. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}
interface Template {
  readonly template: string;
  readonly segments: readonly string[];
}

const document: Json = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8'));
const templates = templatesBySegmentCount(Object.keys(document.paths));
const validators = new Map<string, ValidateFunction>();
let ajv: Ajv | undefined;

/**
 * Throws if the response contradicts the document for this operation and status. `requestPath` may be a path template.
 */
export function expectContract(method: string, requestPath: string, answer: Answer): void {
  const template = templateOf(requestPath.split('?')[0]!);
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = template === undefined ? undefined : document.paths[template][verb];
  const refuse = (problem: string): never => {
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    throw new Error(
      `${method} ${template ?? requestPath} ${answer.status} breaks the contract: ${problem}\n${body.slice(0, 1500)}`,
    );
  };
  if (!operation) return expectRefusal(method.toLowerCase(), template, answer, refuse);
  const [response, pointer] = responseOf(`/paths/${escapePointer(template!)}/${verb}`, operation, answer.status);
  if (!response) return refuse('the status is not documented');
  const undocumentedProblem = undocumentedCode(operation.responses[answer.status], answer);
  if (undocumentedProblem) refuse(`the code ${undocumentedProblem} is not documented for it`);
  for (const problem of headerProblems(response, answer.headers)) refuse(problem);
  if (method === 'HEAD' || (answer.status === 304 && answer.body === '')) return;
  if (!response.content) return answer.body === '' ? undefined : refuse('a body is not documented');
  const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? 'none';
  if (!response.content[mediaType]) return refuse(`the media type ${mediaType} is not documented`);
  validate(`${pointer}/content/${escapePointer(mediaType)}/schema`, answer.body, refuse);
}

/**
 * Checks a response to a path and method that the contract does not have. It must be an error in the common form, or
 * list the allowed methods.
 */
function expectRefusal(
  verb: string,
  template: string | undefined,
  answer: Answer,
  refuse: (problem: string) => never,
): void {
  if (template !== undefined && verb === 'options' && answer.status === 204) {
    if (!answer.headers.get('allow')) refuse('OPTIONS without Allow');
    return;
  }
  if (answer.status < 400) refuse('the operation is not documented');
  if (answer.status === 405 && !answer.headers.get('allow')) refuse('405 without Allow');
  if (verb !== 'head') validate('/components/schemas/Error', answer.body, refuse);
}

function responseOf(pointer: string, { responses }: Json, status: number): [Json, string] {
  const response = responses[status];
  if (!response?.$ref) return [response, `${pointer}/responses/${status}`];
  const target = response.$ref.slice(1) as string;
  return [
    target
      .split('/')
      .slice(1)
      .reduce((value: Json, key) => value[key], document),
    target,
  ];
}

/** Returns the error code of the response if the contract does not list this code for the operation and status. */
function undocumentedCode({ $ref, description }: Json, { body }: Answer): string | undefined {
  // `route_not_found` is a response to any path that Express cannot decode, so no operation documents it.
  if (!$ref || !description || !body?.code || body.code === 'route_not_found') return undefined;
  return description.includes(`\`${body.code}\``) ? undefined : body.code;
}

function* headerProblems({ headers = {} }: Json, answerHeaders: Headers): Generator<string> {
  for (const [name, { $ref, ...inline }] of Object.entries<Json>(headers)) {
    const declaredHeader = $ref ? document.components.headers[$ref.split('/').at(-1)] : inline;
    const value = answerHeaders.get(name);
    if (value === null && declaredHeader.required) yield `the header ${name} is missing`;
    if (value === null || declaredHeader.schema.type !== 'integer') continue;
    if (!/^\d+$/.test(value) || Number(value) < declaredHeader.schema.minimum) yield `the header ${name} is ${value}`;
  }
}

function validate(pointer: string, body: Json, refuse: (problem: string) => never): void {
  let accepts = validators.get(pointer);
  if (!accepts) validators.set(pointer, (accepts = compile(pointer)));
  if (accepts(body)) return;
  const problems = accepts.errors!.map(
    ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
  );
  refuse(problems.slice(0, 5).join('; '));
}

function compile(pointer: string): ValidateFunction {
  if (!ajv) {
    ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false });
    addFormats(ajv);
    ajv.addSchema(closeSchema(document), 'openapi', undefined, false);
  }
  return ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
}

/**
 * Published schemas are open, because clients must accept new members. Netloom's own responses must contain only
 * published members. So this function closes each schema: members that no part of the schema names are refused.
 */
function closeSchema(value: Json, isUse = false): Json {
  if (Array.isArray(value)) return value.map((item) => closeSchema(item));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Json = {};
  for (const [key, inner] of Object.entries<Json>(value)) {
    // Examples are whole responses, not schemas, and may have members of any name.
    if (key === 'example') continue;
    if (key === 'properties')
      copy[key] = Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, closeSchema(one, true)]));
    else copy[key] = closeSchema(inner, key === 'items' || key === 'schema');
  }
  const isObject = copy.$ref || copy.properties || copy.allOf || copy.anyOf;
  return isUse && isObject ? { ...copy, unevaluatedProperties: false } : copy;
}

const escapePointer = (key: string): string => key.replace(/~/g, '~0').replace(/\//g, '~1');

/**
 * Path templates by number of segments. Fixed segments come before parameters, which is the order in which the service
 * matches templates.
 */
function templatesBySegmentCount(paths: string[]): Map<number, Template[]> {
  const byCount = new Map<number, Template[]>();
  for (const template of paths.sort((a, b) => (a.replace(/\{/g, '~') < b.replace(/\{/g, '~') ? -1 : 1))) {
    const segments = template.split('/');
    byCount.set(segments.length, [...(byCount.get(segments.length) ?? []), { template, segments }]);
  }
  return byCount;
}

function templateOf(requestPath: string): string | undefined {
  const givenSegments = requestPath.replace(/(?<=.)\/$/, '').split('/');
  const fits = ({ segments }: Template) =>
    segments.every(
      (segment, at) => segment === givenSegments[at] || (segment.startsWith('{') && givenSegments[at] !== ''),
    );
  return templates.get(givenSegments.length)?.find(fits)?.template;
}
