/** What axe-core finds on a page that keeps somebody from using it. */
import axeCore from "axe-core"
import type { Page } from "playwright-core"

/** Something to mend: the rule, and where it is broken. */
export interface Finding {
  readonly rule: string
  readonly where: ReadonlyArray<string>
}

declare global {
  /** In the page, once it was put there. */
  var axe: typeof axeCore | undefined
}

/** Serious and critical violations. */
export const findings = async (page: Page): Promise<ReadonlyArray<Finding>> => {
  let found = await look(page)
  // What is wrong stays wrong; what was met while the page was still changing, such as to the other theme, does not.
  for (let looks = 1; looks < mostLooks && found.length > 0; looks++) {
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    found = await look(page)
  }
  return found
}

const mostLooks = 10

const look = async (page: Page): Promise<ReadonlyArray<Finding>> => {
  // As a debugger would: the page's content security policy forbids it to the page itself.
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(axeCore.source)
  return page.evaluate(async () => {
    // Mails are others' documents, in frames that nobody can look into.
    const report = await globalThis.axe?.run(document, { resultTypes: ["violations"], iframes: false })
    return (report?.violations ?? [])
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => ({ rule: id, where: nodes.map(({ html, target }) => `${target.join(" ")}: ${html}`) }))
  })
}
