/** Where somebody follows a page: an empty folder, and a terminal for each command that goes on. */
import * as fs from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { formatTestedVersion, quickly } from "../../../tools/package/npm.ts"
import { freePort } from "../../support/freePort.ts"
import { codeLines, newLines } from "./page.ts"
import * as Template from "./Template.ts"
import { start, type Typed } from "./Typed.ts"

/** What had to be done. */
export interface Tally {
  readonly commands: number
  readonly files: number
  /** Lines of code that were written, or changed in what was there. */
  readonly lines: number
}

/** Where somebody works. */
export interface Workshop {
  /** Types a command, and waits until it has ended or, if it goes on, until it listens. */
  readonly type: (command: string) => Promise<Typed>
  readonly write: (file: string, text: string) => void
  readonly edit: (file: string, change: (text: string) => string) => void
  /** Begins with another page beside the first: what goes on is left running. */
  readonly turnPage: () => void
  readonly tally: () => Tally
  /** Where it is now. */
  readonly folder: () => string
  /** Ends what goes on, and removes everything. */
  readonly close: () => Promise<void>
}

/** Commands that go on until they are ended. */
const goesOn = /gatefold start|npm run (dev|preview|start|web)|npx (--yes )?serve |\bserver\.ts$|\blogin$/

/** The ports that development servers take if they are free. */
const usualPorts = ["3000", "4321", "5173", "8081"]

/** Commands that start the development server. */
const develops = ["npm run dev", "npm run web"]

/** The wanted port if it is free, and else another one. */
const portLike = (wanted: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(freePort()))
    server.listen(wanted, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The command as npm is asked: the package comes from its tarball, others in the versions of this repository. */
const asInstalled = (command: string, tarball: string): string => {
  const [, by, names] = /^(npm|npx expo) install\b(.*)$/.exec(command) ?? []
  if (names === undefined) return command
  const packages = names
    .split(" ")
    .map((name) =>
      name === "gatefold" ? tarball : by === "npx expo" ? Template.atExpoVersion(name) : formatTestedVersion(name)
    )
  return ["npm install", ...quickly, ...packages].join(" ")
}

/** Opens an empty folder. */
export const open = async (tarball: string): Promise<Workshop> => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-first-hour-"))
  const nothing: Tally = { commands: 0, files: 0, lines: 0 }
  const running: Array<{ readonly command: string; readonly typed: Typed }> = []
  /** The ports of the pages, and those that are taken instead because another program has them. */
  const ports = new Map([["3000", String(await portLike(3000))]])
  let folder = base
  let tally = nothing

  const here = (text: string) => text.replaceAll(/\b(8102|3000|4321|5173|8081)\b/g, (port) => ports.get(port) ?? port)

  /** What is written already has the port of the page. */
  const movePort = (usual: string, port: string) => {
    ports.set(usual, port)
    for (const file of fs.globSync("*/{.env,.env.local,*.ts,public/*.js}", { cwd: base })) {
      const target = path.join(base, file)
      const text = fs.readFileSync(target, "utf8")
      // A development server starts anew when its files are written.
      if (here(text) !== text) fs.writeFileSync(target, here(text))
    }
  }

  const run = async (command: string): Promise<Typed> => {
    const typed = start(asInstalled(here(command), tarball), folder, { PORT: ports.get("3000")!, BROWSER: "none" })
    if (goesOn.test(command)) {
      running.push({ command, typed })
      const [, port = ""] = await typed.prints(/http:\/\/\S+?:(\d+)/)
      if (command.includes("gatefold start")) movePort("8102", port)
      if (develops.includes(command) && port !== ports.get("3000")) {
        // Servers that find their port taken try the next ones.
        const usual = usualPorts.find((usual) => Number(port) - Number(usual) < 100)
        if (usual !== undefined) movePort(usual, port)
      }
      return typed
    }
    await typed.done
    const [, entered] = /(?:^|&& )cd (\S+)$/.exec(command) ?? []
    if (entered !== undefined) folder = path.join(folder, entered)
    return typed
  }

  const write: Workshop["write"] = (file, text) => {
    const target = path.join(folder, file)
    const former = fs.existsSync(target) ? fs.readFileSync(target, "utf8") : ""
    // The page shows what a command has written.
    if (former !== "" && codeLines(here(text)).join("\n") === codeLines(former).join("\n")) return
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, here(text))
    const { commands, files, lines } = tally
    tally = { commands, files: files + 1, lines: lines + newLines(text, former) }
  }

  return {
    type: async (command) => {
      tally = { ...tally, commands: tally.commands + 1 }
      const generated = Template.generatedBy(command)
      // It would be built into the folders that the development server watches.
      if (/^npm run build$|^npx expo export /.test(command)) {
        await running.find(({ command }) => develops.includes(command))?.typed.interrupt()
      }
      if (generated === undefined) return run(command)
      const { name, template, thenInstalls } = generated
      Template.generate(template, path.join(folder, name))
      return run(thenInstalls ? `(cd ${name} && ${asInstalled("npm install", tarball)})` : `ls ${name}`)
    },
    write,
    edit: (file, change) => write(file, change(fs.readFileSync(path.join(folder, file), "utf8"))),
    turnPage: () => {
      folder = base
      tally = nothing
    },
    tally: () => tally,
    folder: () => folder,
    close: async () => {
      for (const { typed } of running.toReversed()) await typed.interrupt()
      fs.rmSync(base, { recursive: true, force: true })
    }
  }
}
