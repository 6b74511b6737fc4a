/** The workflow that publishes: what may publish runs no code but npm's, and what runs other code may only read. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"

const text = fs.readFileSync(path.resolve(import.meta.dirname, "../../.github/workflows/release.yml"), "utf8")

/** The lines below a key, which are those that are indented further. */
const below = (key: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = lines.findIndex((line) => line.trim() === `${key}:`)
  if (at === -1) return []
  const indent = (line: string) => line.search(/\S/)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== "" && indent(line) <= indent(lines[at]!))
  return end === -1 ? rest : rest.slice(0, end)
}

const lines = text.split("\n").filter((line) => !/^\s*(#|$)/.test(line))
const jobs = new Map(
  below("jobs", lines)
    .filter((line) => /^ {2}\w+:$/.test(line))
    .map((line) => line.trim().slice(0, -1))
    .map((name) => [name, below(name, below("jobs", lines))])
)
const listPermissions = (job: ReadonlyArray<string>) =>
  below("permissions", job).map((line) => line.replace(/#.*/, "").trim())

describe("the release workflow", () => {
  it("lets a job do only what it names, and the one that builds only read", () => {
    expect([...jobs.keys()]).toStrictEqual(["build", "publish", "notes"])
    const outside = lines.slice(0, lines.indexOf("jobs:"))
    expect(listPermissions(outside)).toStrictEqual(["contents: read"])
    const all = new Map([...jobs].map(([name, job]) => [name, listPermissions(job)]))
    expect(Object.fromEntries(all)).toStrictEqual({
      build: [], // those of all jobs
      publish: ["id-token: write"],
      notes: ["contents: write"]
    })
    expect(jobs.get("build")!.join("\n")).not.toMatch(/environment|secrets|github\.token/)
  })

  it("publishes the package without running its scripts", () => {
    expect(jobs.get("publish")!.filter((line) => line.includes("run:"))).toStrictEqual([
      `      - run: npm publish ./gatefold-"\${GITHUB_REF_NAME#v}".tgz --ignore-scripts --provenance --access public`
    ])
  })

  it.each(["publish", "notes"])("runs nothing of the repository or of packages in the job $0", (name) => {
    const job = jobs.get(name)!.join("\n")
    expect(job, name).not.toMatch(/checkout|npm (ci|install|run|test|pack|exec)|npx|node /)
    const actions = Array.from(job.matchAll(/uses: (\S+?)@/g), ([, action]) => action)
    const allowed = ["actions/setup-node", "actions/download-artifact"]
    expect(actions.filter((action = "") => !allowed.includes(action))).toStrictEqual([])
  })

  it("takes actions of a commit, not of a tag that moves", () => {
    const actions = Array.from(text.matchAll(/uses: (\S+)/g), ([, action]) => action)
    expect(actions.length).toBeGreaterThan(4)
    expect(actions.filter((action = "") => !/@[0-9a-f]{40}$/.test(action))).toStrictEqual([])
  })
})
