/** Reads a published document: its endpoints, their fields as rows, and an example of a value. */
import type { Plain, PlainObject } from '../../wire/document.ts';

/** The names by which documents and their schemas are read here. */
type Name =
  | ('info' | 'tags' | 'paths' | 'title' | 'version' | 'name' | 'summary' | 'description')
  | ('operationId' | 'parameters' | 'requestBody' | 'responses' | 'security' | 'content' | 'schema')
  | ('type' | 'anyOf' | 'enum' | 'const' | 'default' | 'examples' | 'items' | 'properties')
  | ('required' | 'minimum' | 'maximum' | 'x-codes' | 'in')
  | ('components' | 'securitySchemes' | 'scheme');

/** An object of a document; any of its parts may be missing. */
export type Part = PlainObject & { readonly [Known in Name]?: Plain };

const NOTHING: Part = {};

export const plainPart = (value: Plain | undefined): Part => (isObject(value) ? value : NOTHING);

export const plainList = (value: Plain | undefined): readonly Plain[] =>
  Array.isArray(value) ? value : [];

export const plainText = (value: Plain | undefined): string =>
  typeof value === 'string' ? value : '';

const isObject = (value: Plain | undefined): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Part;
}

interface OperationGroup {
  readonly name: string;
  readonly text: string;
  readonly operations: readonly Operation[];
}

export function groupsOf(document: PlainObject): OperationGroup[] {
  const operations = operationsOf(document);
  return plainList(plainPart(document).tags).map((tag) => {
    const name = plainText(plainPart(tag).name);
    const text = plainText(plainPart(tag).description);
    return { name, text, operations: operations.filter((operation) => operation.tag === name) };
  });
}

const operationsOf = ({ paths }: PlainObject): Operation[] =>
  Object.entries(plainPart(paths)).flatMap(([path, item]) =>
    Object.entries(plainPart(item)).map(([method, value]) => {
      const operation = plainPart(value);
      return {
        id: plainText(operation.operationId),
        tag: plainText(plainList(operation.tags)[0]),
        method: method.toUpperCase(),
        path,
        operation,
      };
    }),
  );

/** The document ends a description with the paragraph about limits. */
export function aboutOf({ description }: Part): { readonly text: string; readonly limits: string } {
  const paragraphs = plainText(description).split('\n\n');
  const limits = paragraphs.pop() ?? '';
  return { text: paragraphs.join('\n\n'), limits };
}

export const schemaOf = (holder: Part): Part =>
  plainPart(plainPart(plainPart(holder.content)['application/json']).schema);

export const answerOf = ({ responses }: Part): Part =>
  schemaOf(plainPart(plainPart(responses)['200']));

export function requestRows({ parameters, requestBody }: Part): FieldRow[] {
  const named = plainList(parameters).map((value) => {
    const parameter = plainPart(value);
    return {
      name: plainText(parameter.name),
      kind: kindOf(plainPart(parameter.schema)),
      isRequired: parameter.required === true,
      text: plainText(parameter.description),
    };
  });
  return [...named, ...fieldRows(schemaOf(plainPart(requestBody)))];
}

export interface FieldRow {
  /** With the fields around it, and `[]` for the rows of a list. */
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly text: string;
}

/** The fields of an object or of the rows of a list, and those within them. */
export function fieldRows(schema: Part, prefix = ''): FieldRow[] {
  const inner = withoutNull(schema);
  if (inner.type === 'array') return fieldRows(plainPart(inner.items), `${prefix}[]`);
  const required = plainList(inner.required);
  return Object.entries(plainPart(inner.properties)).flatMap(([name, value]) => {
    const field = plainPart(value);
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const row: FieldRow = {
      name: path,
      kind: kindOf(field),
      isRequired: required.includes(name),
      text: plainText(field.description) || plainText(withoutNull(field).description),
    };
    return [row, ...fieldRows(field, path)];
  });
}

/** What a value may be, in a few words. */
export function kindOf(schema: Part): string {
  const { type, anyOf, enum: codes } = schema;
  if (anyOf !== undefined)
    return plainList(anyOf)
      .map((choice) => kindOf(plainPart(choice)))
      .join(' or ');
  // A code of digits is listed as text and as a number; one of them is enough to read.
  if (codes !== undefined) return [...new Set(plainList(codes).map(String))].join(', ');
  const base = Array.isArray(type) ? type.join(' or ') : plainText(type);
  if (base === 'array') return `list of ${kindOf(plainPart(schema.items)) || 'values'}`;
  const { minimum, maximum } = schema;
  return minimum !== undefined && maximum !== undefined ? `${base} ${minimum}–${maximum}` : base;
}

const withoutNull = (schema: Part): Part =>
  plainList(schema.anyOf)
    .map(plainPart)
    .find(({ type }) => type !== 'null') ?? schema;

/** Optional fields that a request is hard to understand without. */
export const TELLING: ReadonlySet<string> = new Set([
  ...['client_oid', 'price', 'orderId', 'ids', 'size', 'quantity', 'timeInForce'],
  'positionSide',
]);

/** A request as it could be sent: what is required, and the little that makes it useful. */
export function sampleRequest(schema: Part): PlainObject {
  const required = plainList(schema.required);
  const entries = Object.entries(plainPart(schema.properties));
  return Object.fromEntries(
    entries
      .filter(([name]) => required.includes(name) || TELLING.has(name))
      .map(([name, field]) => [name, sampleValue(plainPart(field), sampleRequest)]),
  );
}

/** A value that fits a schema, from the examples in it. */
export function sampleValue(
  schema: Part,
  sampleObject: (schema: Part) => Plain = sampleWhole,
): Plain {
  const [example] = plainList(schema.examples);
  const [choice] = plainList(schema.anyOf);
  const [code] = plainList(schema.enum);
  const given = example ?? schema.const ?? schema.default ?? code;
  if (given !== undefined) return given;
  if (choice !== undefined) return sampleValue(plainPart(choice), sampleObject);
  switch (schema.type) {
    case 'array':
      return [sampleValue(plainPart(schema.items), sampleObject)];
    case 'object':
      return sampleObject(schema);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 0;
    case 'null':
      return null;
    default:
      return '';
  }
}

const sampleWhole = (schema: Part): PlainObject =>
  Object.fromEntries(
    Object.entries(plainPart(schema.properties)).map(([name, field]) => [
      name,
      sampleValue(plainPart(field)),
    ]),
  );
