/** order/uploadAiLog: a team's log of a decision of its model, stored unchanged. */
import { type Static, Type } from 'typebox';
import type { AiLog } from '../../ai-log.ts';
import { invalid } from '../../caller.ts';
import type { WireError } from '../../errors.ts';
import { ifSent, jsonField, orderIdField, textField } from '../../field.ts';
import { writeJson } from '../../json.ts';
import { envelope, envelopeRecord, ownPost } from '../endpoint.ts';

const WORDS_MAX = 500;
const SHORT_LENGTH_MAX = 1_000;

const RECORD = envelopeRecord('upload success');

/** The explanation has at most 500 words, or at most 1,000 characters. */
export const UPLOAD_AI_LOG = ownPost('/order/uploadAiLog', [1, 1], {
  id: 'orderUploadAiLog',
  lackingCode: '40021',
  request: Type.Object({
    orderId: ifSent(orderIdField('The order the log belongs to, if any.')),
    stage: textField('The stage of the decision, in free words.', {
      examples: ['Strategy Generation'],
      lengthMax: 200,
    }),
    model: textField('The model.', { examples: ['my-model-1'], lengthMax: 200 }),
    input: jsonField('What the model was given: any JSON.', { examples: [{ rsi: 34 }] }),
    output: jsonField('What the model answered: any JSON.', { examples: [{ signal: 'buy' }] }),
    explanation: textField('The reasons in words: at most 500 words.', {
      examples: ['Oversold on rising volume.'],
      lengthMax: 8_000,
    }),
  }),
  response: RECORD,
  summary: 'Submit the log of a decision',
  text: 'For accounts of a competition.',
  read: ({
    orderId: order = null,
    stage,
    model,
    input,
    output,
    explanation,
  }): AiLog | WireError => {
    const words = explanation.split(/\s+/).filter((word) => word !== '').length;
    if (words > WORDS_MAX && explanation.length > SHORT_LENGTH_MAX)
      return invalid('explanation', `at most ${WORDS_MAX} words, not ${words}`);
    return { order, stage, model, input: writeJson(input), output: writeJson(output), explanation };
  },
  format: (_told, _log, { now }): Static<typeof RECORD> => envelope('upload success', now),
});
