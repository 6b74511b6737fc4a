/** Opens a page in the browser of this machine. */
import { spawn } from "node:child_process"
import * as Effect from "effect/Effect"

/** The command that opens a URL, or undefined on a machine without a screen. Avoids a shell, which would parse `&`. */
const pickOpener = (url: string): readonly [command: string, ...args: ReadonlyArray<string>] | undefined => {
  const { DISPLAY, SSH_CONNECTION, WAYLAND_DISPLAY } = process.env
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url]
  if (process.platform === "darwin") return SSH_CONNECTION === undefined ? ["open", url] : undefined
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open", url] : undefined
}

/** Opens a web page; returns whether there was a program to open it with. */
export const openBrowser = (url: string): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const openCommand = /^https?:\/\//.test(url) ? pickOpener(url) : undefined
    if (openCommand === undefined) return resume(Effect.succeed(false))
    const [command, ...args] = openCommand
    const child = spawn(command, args, { detached: true, stdio: "ignore" })
    child.once("error", () => resume(Effect.succeed(false)))
    child.once("spawn", () => {
      child.unref()
      resume(Effect.succeed(true))
    })
  })
