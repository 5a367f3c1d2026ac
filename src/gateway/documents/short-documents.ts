/**
 * The documents for programs that read text: `/llms.txt` says what there is, `/docs.md` lists every
 * endpoint in a few lines. Both are made from the OpenAPI document, as the page for people is.
 */
import type { PlainObject } from '../../wire/document.ts';
import {
  aboutOf,
  answerOf,
  type FieldRow,
  fieldRows,
  groupsOf,
  type Operation,
  plainPart,
  plainText,
  requestRows,
} from './schema.ts';

export const CONTENTS_PATH = '/llms.txt';
export const SHORT_PATH = '/docs.md';

/** In the form of https://llmstxt.org: a title, a summary, and lists of links. */
export function formatContents(document: PlainObject): string {
  const { title, description } = plainPart(plainPart(document).info);
  const [summary = '', ...introduction] = plainText(description).split('\n\n');
  return `${[
    `# ${plainText(title)}`,
    `> ${summary}`,
    ...introduction.filter((paragraph) => !isTable(paragraph)),
    '## Documents',
    [
      `- [Every endpoint in short](${SHORT_PATH}): fields, answers, costs and the codes of errors`,
      '- [OpenAPI 3.1](/openapi.json): the same for programs, with every schema',
      '- [AsyncAPI 3](/asyncapi.json): the sockets, their channels and frames',
      '- [The page for people](/docs): the same with examples',
    ].join('\n'),
    ...groupsOf(document).flatMap(({ text, operations }) => [
      `## ${text}`,
      operations.map(formatLink).join('\n'),
    ]),
  ].join('\n\n')}\n`;
}

const isTable = (paragraph: string): boolean => paragraph.startsWith('|');

const formatLink = ({ id, method, path, operation }: Operation): string =>
  `- [${method} ${path}](/docs#${id}): ${plainText(operation.summary)}`;

export function formatEndpoints(document: PlainObject): string {
  const { title, version, description } = plainPart(plainPart(document).info);
  return `${[
    `# ${plainText(title)}`,
    `Version ${plainText(version)}. Fields that must be sent are marked with \`*\`.`,
    plainText(description),
    ...groupsOf(document).flatMap(({ text, operations }) => [
      `## ${text}`,
      ...operations.map(formatEntry),
    ]),
  ].join('\n\n')}\n`;
}

function formatEntry({ method, path, operation }: Operation): string {
  const { text, limits } = aboutOf(operation);
  const answer = fieldRows(answerOf(operation)).map(({ name }) => name);
  const lines = [
    `### ${method} ${path}`,
    '',
    `${plainText(operation.summary)}. ${[text, limits].join(' ').replaceAll('\n\n', ' ')}`,
    '',
    ...requestRows(operation).map(formatField),
    ...(answer.length === 0 ? [] : [`- answers with ${answer.join(', ')}`]),
  ];
  return lines.join('\n').trimEnd();
}

const formatField = ({ name, kind, isRequired, text }: FieldRow): string =>
  `- \`${name}\`${isRequired ? '*' : ''} ${kind}${text === '' ? '' : `: ${text}`}`;
