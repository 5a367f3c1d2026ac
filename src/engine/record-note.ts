/**
 * Commands that change nothing in the state but the sequence number and the time: a note, and what
 * the market remembers.
 */
import type { AdvanceClock, MarketBeat, RecordNote } from '../domain/command.ts';
import {
  NOTE_ACTOR_LENGTH_MAX,
  NOTE_TEXT_LENGTH_MAX,
  NOTE_TOPIC_LENGTH_MAX,
} from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { MarkState } from '../domain/replica-command.ts';
import { emit, type VenueState } from './state.ts';

export function recordOnly(
  state: VenueState,
  command: AdvanceClock | MarketBeat | MarkState | RecordNote,
): Reject | undefined {
  if (command.kind === 'record-note') return recordNote(state, command);
  if (command.kind !== 'market-beat') return undefined;
  const { beat, memories } = command;
  emit(state, { kind: 'market-beat-kept', beat, memories });
  return undefined;
}

function recordNote(state: VenueState, command: RecordNote): Reject | undefined {
  const { actor, topic, text } = command;
  const refused =
    tooLong(actor, NOTE_ACTOR_LENGTH_MAX) ??
    tooLong(topic, NOTE_TOPIC_LENGTH_MAX) ??
    tooLong(text, NOTE_TEXT_LENGTH_MAX);
  if (refused !== undefined) return refused;
  emit(state, { kind: 'note-recorded', actor, topic, text });
  return undefined;
}

const tooLong = ({ length }: string, limit: number): Reject | undefined =>
  length > limit ? reject('note-too-long', { given: length, limit }) : undefined;
