/** The quickstarts write over files of the app's generator only what these files lose nothing by. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { codeLines, readSteps } from "../prove/first-hour/page.ts"

const templates = path.resolve(import.meta.dirname, "../fixtures/templates")

/** The options that a text sets, whatever its style. */
const listOptions = (text: string): ReadonlyArray<string> =>
  codeLines(text)
    .map((line) => line.replaceAll("'", '"').replace(/[,;]$/, ""))
    .filter((line) => /^\w+: /.test(line))

const written = (page: string, file: string) =>
  readSteps(page).flatMap((step) => (step._tag === "Write" && step.file === file ? [step.text] : []))

describe("quickstarts that write over generated files", () => {
  it("keep the options that Nuxt's generator has set", () => {
    const file = "nuxt.config.ts"
    const options = listOptions(fs.readFileSync(path.join(templates, "nuxt", file), "utf8"))
    const [text = ""] = written("docs/guides/nuxt.md", file)
    expect(options).toContain("devtools: { enabled: true }")
    expect(options.filter((option) => !listOptions(text).includes(option))).toStrictEqual([])
  })

  it("leave the config of create-next-app unchanged", () => {
    expect(fs.existsSync(path.join(templates, "next-app/next.config.ts"))).toBe(true)
    expect(written("docs/start/nextjs.md", "next.config.ts")).toStrictEqual([])
  })
})
