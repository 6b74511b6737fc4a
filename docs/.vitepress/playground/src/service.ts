/** The emulator of this page, and what programs import from "playground". */
import wasmUrl from "@sqlite.org/sqlite-wasm/sqlite3.wasm?url"
import { Effect } from "effect"
import { Http } from "gatefold"
import * as Emulator from "gatefold/emulator/browser"
import { createAdminApp } from "gatefold/promise/admin"

const handler = Emulator.toFetchHandler({
  sqliteUrl: new URL(wasmUrl, import.meta.url),
  passwordCost: "insecure-fast",
  publicUrl: "http://emulator.localhost",
  project: {
    displayName: "Playground",
    config: { clientTeamCreationEnabled: true, magicLinkEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true }
  }
})

/** The running emulator. */
export const running = handler.emulator

/** What a program of the playground can import. */
export const makePlayground = async () => {
  const { baseUrl, clock, faults, fetch, mailbox, project } = await running
  const { projectId, publishableClientKey, secretServerKey } = project
  const http = Http.layerHandler(fetch)
  const service = { apiUrl: baseUrl, appUrl: "http://localhost:3000", projectId, publishableClientKey, http }
  // These keys open only the emulator of this page.
  const dangerouslyAllowBrowser = true
  const take = (filter: Parameters<typeof mailbox.takeWithin>[0]) =>
    Effect.runPromise(mailbox.takeWithin(filter, "5 seconds"))
  return {
    service,
    serverService: { ...service, secretServerKey, dangerouslyAllowBrowser },
    admin: createAdminApp({ ...service, ...project, dangerouslyAllowBrowser }),
    mailbox: { take, codeTo: async (to: string) => (await take({ to })).code ?? "" },
    clock: { advance: (by: Parameters<typeof clock.advance>[0]) => Effect.runPromise(clock.advance(by)) },
    faults: { add: (rule: Parameters<typeof faults.add>[0]) => Effect.runPromise(faults.add(rule)) }
  }
}
