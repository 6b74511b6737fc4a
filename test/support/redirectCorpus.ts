/** URLs that redirects may and may not lead to: those that a project trusts, and those that a page takes as its own. */
import { readFileSync } from "node:fs"
import * as Arr from "effect/Array"

export interface RedirectRow {
  readonly id: string
  readonly mode: "server" | "client"
  readonly trusted: ReadonlyArray<{ readonly domain: string; readonly handler_path: string }>
  readonly allowLocalhost: boolean
  readonly page?: string
  readonly url: string
  readonly trusted_verdict: boolean
  readonly expected_href?: string
  readonly why: string
}

export const redirectCorpus: ReadonlyArray<RedirectRow> = JSON.parse(
  readFileSync(new URL("../fixtures/redirect-corpus.json", import.meta.url), "utf8")
)

/** What the service decides, by a project's trusted domains. */
export const serverRows = redirectCorpus.filter(({ mode }) => mode === "server")

/** What an app decides, by the page that it is on. */
export const clientRows = redirectCorpus.filter(({ mode }) => mode === "client")

/** The rows of one and the same project share an emulator. */
export const projectGroups = Object.values(
  Arr.groupBy(serverRows, ({ allowLocalhost, trusted }) => JSON.stringify([allowLocalhost, trusted]))
)
