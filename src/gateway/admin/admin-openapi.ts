/** The OpenAPI document of the operator's port, made from its routes. */
import type { TObject } from 'typebox';
import { toPlain } from '../../wire/document.ts';
import { moment, nullable, record, text } from '../../wire/record-field.ts';
import { readVersion } from '../read-version.ts';
import type { AdminRoute } from './admin-route.ts';

export function adminDocument(routes: readonly AdminRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Perpetua, for operators and organisers',
      version: readVersion(),
      description:
        'Every request carries a bearer token: that of `admin.token` may do everything, that of ' +
        '`observer.token` may read. `x-actor` names the person for the audit log.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      schemas: { [ERROR_NAME]: toPlain(ERROR) },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** The part of the venue that a route is about is the first word of its path. */
const tagOf = ({ path }: AdminRoute): string => path.split('/')[1] ?? '';

/** `POST /keys/:key/disable` is `postKeysKeyDisable`. */
const idOf = ({ method, path }: AdminRoute): string =>
  method.toLowerCase() + path.replace(/\W+(\w)/g, (_, first: string) => first.toUpperCase());

const ERROR_NAME = 'Error';
const ERROR = record({
  code: text('The code', '40020'),
  msg: text('What went wrong', 'Parameter account is invalid'),
  requestTime: moment('When it was answered'),
  data: nullable(text('Always null', '')),
});

function operationOf(route: AdminRoute): object {
  const { method, path, summary, request } = route;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const isRead = method === 'GET';
  const body = { required: true, content: { 'application/json': { schema: toPlain(request) } } };
  const refusal = { $ref: `#/components/schemas/${ERROR_NAME}` };
  const refused = (description: string) => ({
    description,
    content: { 'application/json': { schema: refusal } },
  });
  return {
    operationId: idOf(route),
    tags: [tagOf(route)],
    summary,
    parameters: isRead ? [...inPath, ...queryOf(request)] : inPath,
    ...(isRead || Object.keys(request.properties).length === 0 ? {} : { requestBody: body }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: { type: ['object', 'array'] } } },
      },
      400: refused('Malformed or refused'),
      403: refused('No token, a wrong one, or an observer who wants to change something'),
      404: refused('Nothing of that name'),
    },
  };
}

const queryOf = (request: TObject): object[] =>
  Object.entries(request.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (request.required ?? []).includes(name),
    schema: toPlain(schema),
  }));
