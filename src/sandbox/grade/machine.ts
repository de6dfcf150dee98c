import { cpus } from 'node:os';

const BEAT = 20;
/** How long after a stall its delay may still affect what is recorded. */
const SLACK = 2 * BEAT;
const SAMPLE = 250;
/** The machine is busy if processors idle for less than this share of the time. */
const IDLE_SHARE = 0.1;
/** The number of samples that are kept. */
const SAMPLES = 200;

/** Measures how busy this machine is, because a busy machine changes what a program's pauses mean. */
export function watchMachine() {
  const stalls: { from: number; to: number }[] = [];
  let lastBeat = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now > lastBeat + 2 * BEAT) stalls.push({ from: lastBeat + BEAT, to: now });
    lastBeat = now;
  }, BEAT).unref();

  const samples = [processorTimes()];
  setInterval(() => {
    samples.push(processorTimes());
    if (samples.length > SAMPLES) samples.shift();
  }, SAMPLE).unref();

  return {
    /** How late this process ran its timers in a period, in milliseconds. It recorded requests just as late. */
    lateness(from: number, to: number): number {
      const now = { from: lastBeat + BEAT, to: performance.now() };
      const overlapping = [...stalls, now].filter((stall) => stall.to > from - SLACK && stall.from < to);
      return Math.max(0, ...overlapping.map((stall) => stall.to - stall.from));
    },
    /** True if no processor has had time to spare for a number of milliseconds. */
    isBusy(period: number): boolean {
      const now = processorTimes();
      const before = samples.findLast(({ at }) => at <= now.at - period) ?? samples[0]!;
      return now.idle - before.idle < IDLE_SHARE * (now.total - before.total);
    },
  };
}

/** What `watchMachine` returns. */
export type Machine = ReturnType<typeof watchMachine>;

function processorTimes() {
  const times = cpus().map((processor) => processor.times);
  const totalOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    at: performance.now(),
    idle: totalOf(times.map(({ idle }) => idle)),
    total: totalOf(times.flatMap((processor) => Object.values(processor))),
  };
}
