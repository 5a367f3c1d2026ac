/** The OpenAPI document of the operator's port, made from its routes. */
import type { TObject } from 'typebox';
import { MISSING, READS } from '../../wire/field.ts';
import type { AdminRoute } from './admin-route.ts';

export function adminDocument(routes: readonly AdminRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Perpetua, for operators and organisers',
      version: '1',
      description:
        'Every request carries a bearer token: that of `admin.token` may do everything, that of ' +
        '`observer.token` may read. `x-actor` names the person for the audit log.',
    },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

function operationOf({ method, path, summary, request }: AdminRoute): object {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const isRead = method === 'GET';
  const body = { required: true, content: { 'application/json': { schema: plain(request) } } };
  return {
    summary: summary ?? `${method} ${path}`,
    parameters: isRead ? [...inPath, ...queryOf(request)] : inPath,
    ...(isRead || Object.keys(request.properties).length === 0 ? {} : { requestBody: body }),
    responses: {
      200: { description: 'Done; a JSON object or array.' },
      400: { description: 'Refused: code, msg, requestTime, data.' },
      403: { description: 'No token, a wrong one, or an observer who wants to change something.' },
      404: { description: 'Nothing of that name.' },
    },
  };
}

const queryOf = (request: TObject): object[] =>
  Object.entries(request.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (request.required ?? []).includes(name),
    schema: plain(schema),
  }));

/** Without the keywords of our own reader. */
const plain = (schema: object): unknown =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === READS || key === MISSING ? undefined : value,
    ),
  );
