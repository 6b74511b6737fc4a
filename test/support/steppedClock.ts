/**
 * Loaded before a program: with each SIGUSR2, its system clock moves by the next of the milliseconds in `CLOCK_STEPS`,
 * such as `300000,-600000`. The last one repeats.
 */
const System = globalThis.Date
const steps = (process.env["CLOCK_STEPS"] ?? "").split(",").map(Number)
let offset = 0

globalThis.Date = class extends System {
  constructor(...args: []) {
    if (args.length === 0) super(System.now() + offset)
    else super(...args)
  }
  static override now() {
    return System.now() + offset
  }
} as DateConstructor

process.on("SIGUSR2", () => {
  offset += (steps.length > 1 ? steps.shift() : steps[0]) ?? 0
})
