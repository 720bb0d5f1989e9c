/** Short sounds made by the browser itself: no files, and silence unless a person wants them. */
import { prefs } from './prefs.svelte';

export type Sound = 'move' | 'capture' | 'check' | 'end';

let context: AudioContext | undefined;

const tones: Record<Sound, readonly { pitch: number; at: number; length: number; volume: number }[]> = {
  move: [{ pitch: 210, at: 0, length: 0.06, volume: 0.35 }],
  capture: [
    { pitch: 150, at: 0, length: 0.05, volume: 0.5 },
    { pitch: 260, at: 0.035, length: 0.05, volume: 0.3 },
  ],
  check: [
    { pitch: 420, at: 0, length: 0.08, volume: 0.25 },
    { pitch: 560, at: 0.08, length: 0.1, volume: 0.2 },
  ],
  end: [
    { pitch: 330, at: 0, length: 0.18, volume: 0.2 },
    { pitch: 415, at: 0.12, length: 0.18, volume: 0.2 },
    { pitch: 495, at: 0.24, length: 0.32, volume: 0.2 },
  ],
};

export function playSound(sound: Sound): void {
  if (!prefs.sound) return;
  context ??= new AudioContext();
  for (const tone of tones[sound]) {
    const start = context.currentTime + tone.at;
    const source = context.createOscillator();
    const gain = context.createGain();
    source.type = 'triangle';
    // The pitch falls quickly, which sounds like wood rather than like a beep.
    source.frequency.setValueAtTime(tone.pitch * 1.6, start);
    source.frequency.exponentialRampToValueAtTime(tone.pitch, start + 0.03);
    gain.gain.setValueAtTime(tone.volume, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + tone.length);
    source.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(start + tone.length);
  }
}

/** The sound of a move, told from its SAN. */
export function soundOf(san: string): Sound {
  if (san.endsWith('#')) return 'end';
  if (san.endsWith('+')) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}
