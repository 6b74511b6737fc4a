/** Loaded before a program: its system clock goes back by an hour with each SIGUSR2. */
const System = globalThis.Date
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
  offset -= 3_600_000
})
