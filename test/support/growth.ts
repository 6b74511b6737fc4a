/** Measures how much more work a longer input makes, independent of the machine's speed. */
import { performance } from "node:perf_hooks"

const millis = (work: () => unknown, times: number): number => {
  const start = performance.now()
  for (let i = 0; i < times; i++) work()
  return performance.now() - start
}

/**
 * How many times as much work the large input is as the small one, when about `expected` times is right: a shape, which
 * says nothing of speed. Both are timed for about as long and in turns, so that what else the machine does falls on
 * both, and of five rounds the best counts.
 */
export const growth = <A>(work: (input: A) => unknown, small: A, large: A, expected: number): number => {
  let times = 1
  while (millis(() => work(small), times) < 0.5) times *= 2
  const round = () => (expected * millis(() => work(large), times)) / millis(() => work(small), times * expected)
  return Math.min(round(), round(), round(), round(), round())
}

/**
 * Whether work grows with the length of its input: 16 times as long takes about 16 times as much, where it would be 256
 * times if each part looked at all others.
 */
export const isLinear = (work: (input: string) => unknown, input: (size: number) => string, size: number): boolean =>
  growth(work, input(size), input(size * 16), 16) < 80
