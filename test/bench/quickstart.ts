/**
 * The app of the quickstart for Vite, as `gatefold init` and its page make it: what its visitors download, with React.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { readFiles, screens } from "../../src/cli/add/Screens.ts"
import { selectStarter } from "../../src/cli/init/Starter.ts"
import { readSteps } from "../prove/first-hour/page.ts"

// Within this package, whose name the app imports.
const folder = path.resolve(import.meta.dirname, "../../.cache/bench/vite")

const dir = "src/gatefold"

/** The module that its page loads. */
export const main: string = path.join(folder, "src/main.tsx")

/** The module that the sign-in page loads besides. */
export const signInPage: RegExp = /handler\/Handler\.tsx$/

/** Writes the app. */
export const write = (): void => {
  const { files } = selectStarter({
    framework: "Vite",
    brand: "STACK",
    dependencies: ["react", "vite"],
    screens: dir,
    language: undefined,
    has: () => false
  })
  const written = [
    ...files,
    ...readFiles(screens.filter(({ name }) => name === "handler")).map(({ file, text }) => ({
      file: `${dir}/${file}`,
      text
    })),
    ...readSteps("docs/start/vite.md").flatMap((step) => (step._tag === "Write" ? [step] : [])),
    { file: "src/index.css", text: "" }
  ]
  fs.rmSync(folder, { recursive: true, force: true })
  for (const { file, text } of written) {
    const target = path.join(folder, file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, text)
  }
}
