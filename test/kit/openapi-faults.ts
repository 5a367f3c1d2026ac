/**
 * What is wrong with an OpenAPI 3.1 document: everything a generator of clients would stumble over.
 * Both ports are held to it.
 */

// biome-ignore lint/suspicious/noExplicitAny: a document is looked at part by part.
type Part = any;

export function openApiFaults(document: Part): string[] {
  const faults: string[] = [];
  const say = (fault: string): void => void faults.push(fault);
  if (!/^3\.1\.\d+$/.test(document.openapi)) say(`openapi is ${document.openapi}`);
  for (const name of ['title', 'version', 'license'])
    if (!document.info?.[name]) say(`info has no ${name}`);
  const tags = (document.tags ?? []).map(({ name }: Part) => name);
  const ids = new Set<string>();
  for (const [path, item] of Object.entries<Part>(document.paths))
    for (const [method, operation] of Object.entries<Part>(item)) {
      const at = `${method.toUpperCase()} ${path}`;
      if (!METHODS.has(method)) say(`${at}: no such method`);
      if (!/^[a-z]\w*$/i.test(operation.operationId ?? '')) say(`${at}: no operationId`);
      if (ids.has(operation.operationId)) say(`${at}: ${operation.operationId} is another's`);
      ids.add(operation.operationId);
      if (!operation.summary || operation.summary === at) say(`${at}: no summary`);
      if (!operation.tags?.every((tag: string) => tags.includes(tag))) say(`${at}: unknown tag`);
      checkParameters(path, operation, (fault) => say(`${at}: ${fault}`));
      for (const need of operation.security ?? document.security ?? [])
        for (const name of Object.keys(need))
          if (document.components?.securitySchemes?.[name] === undefined)
            say(`${at}: no scheme ${name}`);
      checkAnswers(operation, (fault) => say(`${at}: ${fault}`));
    }
  checkSchemas(document, document, say);
  return faults;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'delete']);

type Say = (fault: string) => void;

function checkParameters(path: string, { parameters = [] }: Part, say: Say): void {
  const inPath = parameters.filter((each: Part) => each.in === 'path');
  const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (inPath.map((each: Part) => each.name).join() !== wanted.join()) say('names of the path');
  if (inPath.some((each: Part) => each.required !== true)) say('a name of the path is optional');
  const all = parameters.map((each: Part) => `${each.in} ${each.name}`);
  if (new Set(all).size !== all.length) say('a parameter is listed twice');
  for (const each of parameters)
    if (typeof each.schema !== 'object') say(`${each.name} has no schema`);
}

function checkAnswers({ requestBody, responses }: Part, say: Say): void {
  if (requestBody && !requestBody.content?.['application/json']?.schema) say('a body of no form');
  if (responses?.['200'] === undefined) say('no 200');
  for (const [status, response] of Object.entries<Part>(responses ?? {})) {
    if (!response.description) say(`${status} has no description`);
    if (!response.content?.['application/json']?.schema) say(`${status} has no schema`);
  }
}

const KEYWORDS = new Set(
  (
    '$ref type enum const default examples description title properties required items minItems ' +
    'maxItems minimum maximum multipleOf minLength maxLength pattern format anyOf oneOf allOf ' +
    'additionalProperties patternProperties'
  ).split(' '),
);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Finds schemas wherever the document has one, and looks at each and at those within it. */
function checkSchemas(part: Part, document: Part, say: Say, at = '#'): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries<Part>(part)) {
    const place = `${at}/${name}`;
    if (name === 'schema') checkSchema(inner, document, say, place);
    else if (name === 'schemas' && at === '#/components')
      for (const [known, schema] of Object.entries(inner))
        checkSchema(schema, document, say, `${place}/${known}`);
    else checkSchemas(inner, document, say, place);
  }
}

function checkSchema(schema: Part, document: Part, say: Say, at: string): void {
  for (const name of Object.keys(schema))
    if (!KEYWORDS.has(name) && !name.startsWith('x-codes')) say(`${at}: ${name} is no keyword`);
  for (const type of [schema.type ?? []].flat()) if (!TYPES.has(type)) say(`${at}: type ${type}`);
  if (schema.$ref !== undefined) {
    const path = String(schema.$ref).replace('#/', '').split('/');
    if (path.reduce((inner, name) => inner?.[name], document) === undefined) say(`${at}: no $ref`);
  }
  for (const name of schema.required ?? [])
    if (schema.properties?.[name] === undefined) say(`${at}: requires ${name}, which it has not`);
  if (schema.pattern !== undefined) new RegExp(schema.pattern, 'u');
  const within = [
    ...Object.entries<Part>(schema.properties ?? {}),
    ...['items', 'additionalProperties'].flatMap((name) =>
      typeof schema[name] === 'object' ? [[name, schema[name]] as const] : [],
    ),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((name) =>
      (schema[name] ?? []).map((each: Part, index: number) => [`${name}/${index}`, each] as const),
    ),
  ];
  for (const [name, inner] of within) checkSchema(inner, document, say, `${at}/${name}`);
}
