/** How far a command is, on stderr: a bar at a terminal, a line now and then anywhere else. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Output from "./Output.ts"

const size = 24

const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`

export interface State {
  /** Steps of this run. */
  readonly done: number
  /** Steps of earlier runs. */
  readonly before?: number
  /** All steps; undefined if unknown. */
  readonly total: number | undefined
  readonly elapsedMillis: number
}

export const formatSummary = ({ before = 0, done, elapsedMillis, total }: State): string => {
  const sum = before + done
  const missing = total === undefined ? 0 : total - sum
  const left = done === 0 || missing <= 0 ? "" : `, ${formatClock((elapsedMillis / done / 1000) * missing)} left`
  const speed = elapsedMillis === 0 ? "" : `  ${Math.round((done / elapsedMillis) * 1000)}/s${left}`
  return `${sum}${total === undefined ? "" : ` of ${total}`}${speed}`
}

export const formatBar = (state: State): string => {
  const { before = 0, done, total } = state
  if (total === undefined) return formatSummary(state)
  const filled = Math.round((total === 0 ? 1 : Math.min(1, (before + done) / total)) * size)
  return `[${"#".repeat(filled)}${"-".repeat(size - filled)}] ${formatSummary(state)}`
}

/** Whether it disturbs nobody: a terminal that shows the data itself (`isShown`) shows how far it is. */
export const canDraw = ({ isShown, json }: { readonly json: boolean; readonly isShown: boolean }): boolean =>
  !json && !(isShown && process.stdout.isTTY)

/** The terminal that the bar is drawn on. Default: stderr, if it is one. */
export const ErrorTerminal = Context.Reference<{
  readonly isTTY: boolean
  readonly write: (text: string) => unknown
}>("gatefold/cli/output/ProgressBar/ErrorTerminal", { defaultValue: () => process.stderr })

const drawMillis = 100
const lineInterval = "10 seconds"

interface Options extends Pick<State, "before" | "total"> {
  /** The things that are counted, such as "users". */
  readonly label: string
  readonly isVisible: boolean
}

/** Shows the progress until the scope closes, which removes the bar. */
export const make = Effect.fnUntraced(function* ({ isVisible, label, ...counts }: Options) {
  const terminal = yield* ErrorTerminal
  const { canAnimate } = yield* TerminalCapabilities.TerminalCapabilities
  const isDrawn = isVisible && canAnimate && terminal.isTTY
  const startedAt = performance.now()
  let [done, drawnAt, drawn] = [0, -Infinity, ""]
  const getState = (): State => ({ ...counts, done, elapsedMillis: performance.now() - startedAt })
  const draw = (text: string) => {
    terminal.write(`\r${text}${" ".repeat(Math.max(0, CliOutput.displayWidth(drawn) - text.length))}`)
    drawn = text
  }
  const erase = () => {
    if (drawn === "") return
    draw("")
    terminal.write("\r")
  }
  if (isDrawn) {
    const line = yield* Output.LastLine
    line.erase = erase
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        erase()
        line.erase = () => {}
      })
    )
  } else if (isVisible) {
    const line = Effect.suspend(() => Output.note(`${label}: ${formatSummary(getState())}`))
    yield* Effect.forkScoped(Effect.forever(Effect.delay(line, lineInterval)))
  }
  const step = Effect.sync(() => {
    done++
    const now = performance.now()
    if (!isDrawn || (now - drawnAt < drawMillis && (counts.before ?? 0) + done !== counts.total)) return
    drawnAt = now
    draw(formatBar(getState()))
  })
  return { step }
})
