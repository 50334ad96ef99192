let context: AudioContext | undefined;

/** Whether the browser lets this page be heard: it wants a tap first. */
export function isHeard(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Two short tones. Silent where the browser wants a tap first. */
export function chime(): void {
  context ??= new AudioContext();
  void context.resume();
  tone(context, 660, 0);
  tone(context, 880, 0.16);
}

function tone(audio: AudioContext, pitch: number, after: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.3);
}
