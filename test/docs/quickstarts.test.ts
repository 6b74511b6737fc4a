/** The quickstarts write over files of the app's generator only what these files lose nothing by. */
import { expect, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { codeLines, stepsOf } from "../prove/first-hour/Page.ts"

const template = path.resolve(import.meta.dirname, "../fixtures/templates/next-app")

it("the one of Next.js keeps the options that create-next-app has set", () => {
  const file = "next.config.ts"
  const options = codeLines(fs.readFileSync(path.join(template, file), "utf8")).filter((line) => /^\w+: /.test(line))
  const written = stepsOf("docs/start/nextjs.md").find((step) => step._tag === "Write" && step.file === file)
  const kept = codeLines(written?._tag === "Write" ? written.text : "")
  expect(options).toContain("partialPrefetching: true,")
  expect(options.filter((option) => !kept.includes(option))).toEqual([])
})
