/** That no workflow lets the code of others act in the name of this repository. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { listProblems } from "./workflows.ts"

const folder = path.resolve(import.meta.dirname, "../../../.github/workflows")
const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8")

describe("workflows", () => {
  const names = fs.readdirSync(folder).toSorted()

  it("are those of tests, nights and releases", () => {
    expect(names).toStrictEqual(["nightly.yml", "release.yml", "test.yml"])
  })

  it.each(names)("hold: %s", (name) => expect(listProblems(read(name))).toStrictEqual([]))

  it("review what a pull request brings in", () => {
    const job = read("test.yml")
    expect(job).toMatch(/pull_request:/)
    expect(job).toMatch(/uses: actions\/dependency-review-action@/)
    expect(job).toMatch(/fail-on-severity: low\n\s+fail-on-scopes: runtime, development, unknown/)
  })

  it("ask for known vulnerabilities before a release, and publish what it contains", () => {
    const release = read("release.yml")
    const publish = release.indexOf("npm publish")
    const steps = ["node tools/package/audit.ts app", "node tools/package/audit.ts bundled", "sha256sum"]
    const isBefore = (step: string) => release.includes(step) && release.indexOf(step) < publish
    expect(steps.filter((step) => !isBefore(step))).toStrictEqual([])
    const published = /gh release create .*/.exec(release)![0].split(" ")
    expect(published).toStrictEqual(
      expect.arrayContaining(["gatefold.cdx.json", "gatefold-bundled.cdx.json", "SHA256SUMS"])
    )
  })

  it.each(
    ["nightly.yml", "release.yml"].flatMap((name) => ["app", "bundled", "tools"].map((part) => [name, part] as const))
  )("ask for known vulnerabilities of the $1 in $0", (name, part) => {
    expect(read(name), name).toContain(`node tools/package/audit.ts ${part}`)
  })
})

describe("the check of workflows", () => {
  const release = read("release.yml")
  const test = read("test.yml")
  const hash = "@11bd71901bbe5b1630ceea73d27597364c9af683"

  it.each([
    ["an action of a tag", test, `${hash} # v4.2.2`, "@v4"],
    ["a version that nobody can read", test, `${hash} # v4.2.2`, hash],
    ["an action of an abbreviated commit", test, hash, "@11bd719"],
    ["pull requests of strangers with rights", test, "  pull_request:", "  pull_request_target:"],
    [
      "a trigger in brackets",
      test,
      "on:\n  pull_request:\n  push:\n    branches: [main]",
      "on: [push, pull_request_target]"
    ],
    ["a run after another workflow", test, "  pull_request:", "  workflow_run:"],
    ["no permissions", test, "permissions:\n  contents: read\n", ""],
    ["permissions to write everywhere", test, "permissions:\n  contents: read", "permissions: write-all"],
    ["a further permission", test, "  contents: read", "  contents: read\n  packages: write"],
    [
      "all permissions of a job",
      test,
      "    timeout-minutes: 10",
      "    timeout-minutes: 10\n    permissions: write-all"
    ],
    ["a job without an end", test, "    timeout-minutes: 10\n", ""],
    ["a token that stays", test, "          persist-credentials: false", "          fetch-depth: 0"],
    ["a title of others in a command", test, "npm ci && npm test", 'echo "${{ github.event.pull_request.title }}"'],
    ["whatever a stranger sends in a command", test, "npm ci && npm test", "echo '${{ toJSON(github.event) }}'"],
    ["a secret", test, "npm ci && npm test", "NPM_TOKEN=${{ secrets.NPM_TOKEN }} npm publish"],
    ["code where it may publish", release, "      - run: npm publish", "      - run: npm ci\n      - run: npm publish"],
    [
      "a checkout where it may publish",
      release,
      "    steps:\n      - uses: actions/setup-node@39370e3970a6d050c480ffad4ff0ed4d3fdee5af # v4.1.0\n",
      `    steps:\n      - uses: actions/checkout${hash} # v4.2.2\n        with:\n          persist-credentials: false\n`
    ],
    ["a cache in a release", release, "          node-version: 24", "          node-version: 24\n          cache: npm"]
  ] as const)("finds %s", (_, before, text, after) => {
    expect(before).toContain(text)
    const planted = before.replace(text, () => after)
    expect(planted).not.toBe(before)
    expect(listProblems(planted)).not.toHaveLength(0)
  })
})
