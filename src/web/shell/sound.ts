/** A short quiet tone for each outcome, which the reader can switch off. */
import { storedChoice } from './stored-choice.ts';

export const sound = storedChoice<'on' | 'off'>('sound', ['on', 'off'], 'on');

/** In hertz: good news is higher. */
const PITCHES = { good: 880, even: 660, bad: 330 } as const;
const LOUDNESS = 0.04;
const SECONDS = 0.12;

/** Of many outcomes at once, the first is heard. */
const APART_MILLIS = 300;

let context: AudioContext | undefined;
let heardAt = 0;

/** A browser stays silent until the reader has clicked something. */
export function playSound(tone: keyof typeof PITCHES): void {
  const at = performance.now();
  const isSilent = sound.value === 'off' || !navigator.userActivation.hasBeenActive;
  if (isSilent || at - heardAt < APART_MILLIS) return;
  heardAt = at;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.frequency.value = PITCHES[tone];
    volume.gain.setValueAtTime(LOUDNESS, now);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, now + SECONDS);
    voice.connect(volume).connect(context.destination);
    voice.start(now);
    voice.stop(now + SECONDS);
  } catch {
    // A machine without a loudspeaker shows the notice all the same.
  }
}
