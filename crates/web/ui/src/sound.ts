// The soft sound of a stone: a short knock made on the spot, no file.

let context: AudioContext | null = null;

export function click(): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.setValueAtTime(420, now);
    tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.1);
  } catch {
    // Silence is fine.
  }
}
