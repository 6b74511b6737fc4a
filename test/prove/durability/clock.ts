/** A system clock that goes back by hours while many write: nothing is lost, out of order, or stuck. */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { decodeJwt } from "jose"
import { makeRandom } from "../../support/explore/schedule.ts"
import { holdsIf, skipped, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { type Service, start } from "../support/Service.ts"
import { check, newLedger, write } from "./writers.ts"

const shifted = pathToFileURL(path.join(import.meta.dirname, "../../support/steppedClock.ts")).href

/** Every user once, by pages. */
const pagesAreWhole = async ({ ask }: Service): Promise<boolean> => {
  const ids: Array<string> = []
  let cursor = ""
  do {
    const page = await ask("GET", `/users?limit=7&order_by=signed_up_at&desc=true${cursor && `&cursor=${cursor}`}`)
    ids.push(...page!.body.items.map(({ id }: { id: string }) => id))
    cursor = page!.body.pagination.next_cursor ?? ""
  } while (cursor !== "")
  const all = (await ask("GET", "/users?limit=1000"))!.body.items.length
  return ids.length === all && new Set(ids).size === all
}

export const clock = async (writers: number, seed: number): Promise<ReadonlyArray<Verdict>> => {
  if (process.platform === "win32") return [skipped("a clock that goes back", "there is no SIGUSR2 on Windows")]
  return inFolder(async (folder) => {
    const random = makeRandom(seed)
    const file = path.join(folder, "emulator.db")
    const ledger = newLedger()
    const service = await start(file, { node: ["--import", shifted], env: { CLOCK_STEPS: "-3600000" } })
    const client = { "x-stack-access-type": "client" }
    await service.ask("PATCH", "/internal/projects/current", { config: { create_team_on_sign_up: true } })
    const ann = (await service.ask("POST", "/users", {
      display_name: "v0",
      server_metadata: { version: 0 },
      primary_email: "ann-v0@example.org",
      primary_email_auth_enabled: true,
      primary_email_verified: true,
      otp_auth_enabled: true
    }))!.body
    const session = (await service.ask("POST", "/auth/sessions", { user_id: ann.id }))!.body
    const code = { email: "ann-v0@example.org", callback_url: "http://localhost:3000/" }
    await service.ask("POST", "/auth/otp/send-sign-in-code", code)
    const work = write(service, ledger, {
      writers,
      name: "w",
      random,
      isOver: () => ledger.acknowledged >= 6 * writers
    })
    for (let jump = 1; jump <= 3; jump++) {
      while (ledger.acknowledged < jump * writers) await new Promise((resolve) => setTimeout(resolve, 5))
      service.signal("SIGUSR2")
    }
    await work
    const problems = [...(await check(service, ledger, random))]
    const me = await service.ask("GET", "/users/me", undefined, {
      ...client,
      "x-stack-access-token": session.access_token
    })
    const renew = () =>
      service.ask(
        "POST",
        "/auth/sessions/current/refresh",
        {},
        { ...client, "x-stack-refresh-token": session.refresh_token }
      )
    const renewed = (await renew())?.body?.access_token as string | undefined
    const ageHours = renewed === undefined ? NaN : (Date.now() / 1000 - decodeJwt(renewed).iat!) / 3600
    const mails: ReadonlyArray<{ readonly to: string; readonly code?: string }> = await service.control("mails")
    const mailed = mails.find(({ to }) => to === code.email)?.code ?? ""
    const signIn = () => service.ask("POST", "/auth/otp/sign-in", { code: mailed }, client)
    const [once, twice] = [await signIn(), await signIn()]
    const areWhole = await pagesAreWhole(service)
    await service.end("SIGKILL")
    const again = await start(file)
    problems.push(...(await check(again, ledger, random)))
    await again.end("SIGINT")
    const refused = ledger.unexplained
    return [
      holdsIf(
        "nothing is lost or refused when the clock goes back by 3 hours, and forward again with a restart",
        problems.length === 0 && refused === undefined,
        problems.slice(0, 5).join("; ") || (refused ?? `${ledger.acknowledged} acknowledged on the way`)
      ),
      holdsIf(
        "tokens of before are taken, and new ones are of the new time",
        me?.status === 200 && ageHours > 2.9 && ageHours < 3.1,
        `users/me answered ${me?.status}, the new token is of ${ageHours.toFixed(2)} hours ago`
      ),
      holdsIf(
        "a mailed code of before works, once",
        once?.status === 200 && twice?.status !== 200,
        `${once?.status} ${once?.status === 200 ? "" : once?.text}, then ${twice?.status}`
      ),
      holdsIf("pages have every user once, in whatever order", areWhole, areWhole ? "they have" : "they have not")
    ]
  })
}
