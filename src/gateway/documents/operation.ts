/** The endpoints of the OpenAPI document, as the readable documents list them. */
import type { PlainObject } from '../../wire/document.ts';
import {
  type FieldRow,
  fieldRows,
  kindOf,
  type Part,
  plainList,
  plainPart,
  plainText,
} from './schema.ts';

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
