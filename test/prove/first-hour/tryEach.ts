/** Projects as tests, each from its tarball in a folder of its own. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { pack } from "../../../tools/package/npm.ts"
import { launch } from "../../browser/Chromium.ts"
import { tryProjects } from "./follow.ts"
import { open } from "./Workshop.ts"

/** Tries projects, after `dist/` is there. */
export const tryEach = (names: ReadonlyArray<string>, prepare: () => Promise<unknown> = () => Promise.resolve()) => {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tarball-"))
  let tarball: string
  let browser: Browser

  beforeAll(async () => {
    await prepare()
    ;[{ tarball }, browser] = await Promise.all([pack(temporary), launch()])
  })

  afterAll(async () => {
    await browser?.close()
    fs.rmSync(temporary, { recursive: true, force: true })
  })

  it.each(names)("%s works after what its page says", async (name) => {
    const [outcome] = await tryProjects(
      [name],
      () => open(tarball),
      () => browser.newContext()
    )
    expect(outcome!.lines).toBeGreaterThan(0)
  })
}
