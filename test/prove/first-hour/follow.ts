/** Follows pages of the documentation, word by word. */
import type { BrowserContext } from "playwright-core"
import { readSteps } from "./page.ts"
import { type Project, projects } from "./Project.ts"
import type { Tally, Workshop } from "./Workshop.ts"

/** What a project took. */
export interface Outcome extends Tally {
  readonly project: Project
  readonly seconds: number
  /** Those since `gatefold init`, where the app was there before. */
  readonly secondsSinceInit: number | undefined
}

/** A line of output without what differs from run to run: numbers, codes and times. */
const lasting = (line: string): string =>
  line
    .replaceAll(/login_code=\w+/g, "login_code=…")
    .replaceAll(/\d+/g, "0")
    .replace(/^(\[[\d:.]+\] )?INFO( \(#0\))?:/, "INFO:")

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000)

const follow = async (
  project: Project,
  workshop: Workshop,
  context: () => Promise<BrowserContext>
): Promise<Outcome> => {
  const start = performance.now()
  let init: number | undefined
  for (const step of readSteps(project.page)) {
    if (step._tag === "Write") {
      // A page shows the lines of an edit under the name of the file.
      if (project.edits?.[step.file] !== undefined) continue
      workshop.write(step.file, step.text)
      continue
    }
    if (step.command === "npx gatefold init") init = performance.now()
    if (step.command === "npx gatefold start") {
      for (const [file, edit] of Object.entries(project.edits ?? {})) workshop.edit(file, edit)
    }
    const typed = await workshop.type(step.command)
    await project.act?.(step.command, typed, context)
    const printed = typed.output().split("\n").map(lasting)
    for (const line of step.shows) {
      if (printed.includes(lasting(line))) continue
      throw new Error(`${project.page} shows after ${step.command}\n${line}\nbut it printed\n${typed.output()}`)
    }
  }
  const secondsSinceInit = init === undefined ? undefined : secondsSince(init)
  return { project, ...workshop.tally(), seconds: secondsSince(start), secondsSinceInit }
}

/** Follows the pages of projects; those that stand beside another one share its folder. */
export const tryProjects = async (
  names: ReadonlyArray<string>,
  openWorkshop: () => Promise<Workshop>,
  newContext: () => Promise<BrowserContext>,
  report: (outcome: Outcome) => void = () => undefined
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  for (const first of projects.filter(({ beside, name }) => beside === undefined && names.includes(name))) {
    const workshop = await openWorkshop()
    let opened: Promise<BrowserContext> | undefined
    try {
      for (const project of [
        first,
        ...projects.filter(({ beside, name }) => beside === first.name && names.includes(name))
      ]) {
        const outcome = await follow(project, workshop, () => (opened ??= newContext()))
        report(outcome)
        outcomes.push(outcome)
        workshop.turnPage()
      }
    } finally {
      await (await opened)?.close()
      await workshop.close()
    }
  }
  return outcomes
}
