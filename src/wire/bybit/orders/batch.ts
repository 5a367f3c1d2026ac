/** Calls with several items: results and errors stand in two lists, item by item. */
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { objectsField } from '../../field.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { type Fields, NO_FIELDS, readRequest } from '../../read-request.ts';
import { integer, record, records } from '../../record-field.ts';
import { answered, enveloped, texts } from '../endpoint.ts';
import { bybitCodeOf, errorText } from '../errors.ts';
import { linearCategory } from '../query.ts';

const BATCH_MAX = 20;

export const batchOf = <Properties extends TProperties, Item>(
  form: TObject<Properties>,
  readItem: (sent: Static<TObject<Properties>>, caller: Caller) => Item | WireError,
) => ({
  request: Type.Object({
    category: linearCategory(),
    request: objectsField('The items.', { items: form, countMax: BATCH_MAX }),
  }),
  read: ({ request }: { readonly request: readonly Json[] }, caller: Caller) =>
    request.map((item) => {
      const sent = readRequest(form, isJsonObject(item) ? item : NO_FIELDS, caller);
      return isWireError(sent) ? sent : readItem(sent, caller);
    }),
  count: (fields: Fields) => lengthOf(fields.get('request'), BATCH_MAX),
});

export const batchAnswer = <const Name extends string>(...names: readonly Name[]) =>
  enveloped(
    record({ list: records(texts(...names)) }),
    record({ list: records({ code: integer('0, or the code', 0), ...texts('msg') }) }),
  );

interface BatchWords<Told, Row> {
  readonly done: (told: Told) => Row;
  readonly failed: Row;
}

export const batchTold = <Told, Row>(
  told: readonly (Told | WireError)[],
  caller: Caller,
  { done, failed }: BatchWords<Told, Row>,
) =>
  answered({ list: told.map((each) => (isWireError(each) ? failed : done(each))) }, caller, {
    list: told.map((each) =>
      isWireError(each)
        ? { code: Number(bybitCodeOf(each)), msg: errorText(each, caller.locale) }
        : { code: 0, msg: 'OK' },
    ),
  });
