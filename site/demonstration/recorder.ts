import { RATE, type Episode, type Sample } from "../assets/demonstration.ts";
import { MOTION_ALLOWED } from "../ui/media.ts";
import { durationOf, lerp } from "./episode.ts";
import { blockOf } from "./kinematics.ts";
import { isShown, movePlayhead, type Player, type PlayerState } from "./player.ts";
import { sampleOf, step, startSimulation, type Simulation } from "./simulation.ts";
import { restingHeight, toPlane } from "./workspace.ts";

/** A recording ends by itself after so many samples: 20 seconds. */
const MOST_SAMPLES = 20 * RATE;

/** How many seconds the lanes show at first; then they grow. */
const FIRST_SPAN = 10;

export type Recorder = {
  /** Changes the simulation, as the visitor does. */
  lead: (change: (simulation: Simulation) => Simulation) => void;
  /** Ends the recording, and leaves it in the player, unless the arm was never led. */
  end: () => void;
};

/** Takes the arm as it is shown, and records it until `end` is called or something else is shown. */
export function record(player: Player, automatic: boolean): Recorder {
  const replaced = player.get();
  let simulation = startSimulation(replaced.sample, automatic);
  let held = simulation.gripper === "holding";
  let episode: Episode = {
    samples: [replaced.sample],
    phases: [{ name: held ? "carry" : "reach", from: 0 }],
  };
  let [time, last, led] = [0, performance.now(), false];
  let shown: PlayerState;

  const show = () => {
    const span = Math.max(time, FIRST_SPAN);
    shown = { status: "recording", episode, time, sample: sampleOf(simulation), span };
    player.set(shown);
  };
  const isRecording = () => isShown(player, shown);
  const end = () => {
    if (!isRecording()) return;
    if (led) stretch(player);
    else player.set(replaced);
  };
  const frame = (now: number) => {
    if (!isRecording()) return;
    const before = { time, sample: sampleOf(simulation) };
    // Behind another tab, time stands still.
    const seconds = Math.min(Math.max(now - last, 0), 100) / 1000;
    [simulation, time, last] = [step(simulation, seconds), time + seconds, now];
    episode = addSamples(episode, before, { time, sample: sampleOf(simulation) });
    if (held !== (simulation.gripper === "holding")) {
      held = !held;
      episode = addPhase(episode, held);
    }
    show();
    if (episode.samples.length >= MOST_SAMPLES) end();
    else requestAnimationFrame(frame);
  };
  show();
  requestAnimationFrame(frame);
  const lead = (change: (simulation: Simulation) => Simulation) => {
    simulation = change(simulation);
    led = true;
  };
  return { lead, end };
}

type Moment = { time: number; sample: Sample };

/** The samples due between two frames, read off a line between them. */
function addSamples(episode: Episode, before: Moment, now: Moment): Episode {
  const first = episode.samples.length;
  const due = Math.min(Math.floor(now.time * RATE) + 1, MOST_SAMPLES) - first;
  if (due <= 0) return episode;
  const added = Array.from({ length: due }, (_, index) => {
    const t = ((first + index) / RATE - before.time) / (now.time - before.time);
    return lerp(before.sample, now.sample, t);
  });
  return { ...episode, samples: [...episode.samples, ...added] };
}

function addPhase({ samples, phases }: Episode, held: boolean): Episode {
  const last = samples.length - 1;
  if (held) return { samples, phases: [...phases, { name: "carry", from: last / RATE }] };
  // Placing begins where the block came low for the last time.
  const carried = Math.round((phases.at(-1)?.from ?? 0) * RATE);
  const low = samples.findLastIndex((sample) => heightOf(sample) > LOW) + 1;
  const from = Math.min(Math.max(low, carried + 1), last) / RATE;
  return { samples, phases: [...phases, { name: "place", from }] };
}

/** In metres above where the block would lie. */
const LOW = 0.04;

function heightOf(sample: Sample): number {
  const [across, height] = toPlane(blockOf(sample));
  return height - restingHeight(across);
}

/** Pauses at the end, while the lanes narrow or widen to what was recorded. */
function stretch(player: Player): void {
  const { episode, span } = player.get();
  const duration = durationOf(episode);
  const startedAt = performance.now();
  movePlayhead(player, duration);
  if (!matchMedia(MOTION_ALLOWED).matches) return;
  let shown = player.get();
  const frame = (now: number) => {
    if (!isShown(player, shown)) return;
    const left = 1 - Math.min(Math.max(now - startedAt, 0) / STRETCH_MS, 1);
    shown = { ...shown, span: duration + (span - duration) * left ** 3 };
    player.set(shown);
    if (left > 0) requestAnimationFrame(frame);
  };
  shown = { ...shown, span };
  player.set(shown);
  requestAnimationFrame(frame);
}

const STRETCH_MS = 400;
