/**
 * Minutes of load on the service and on a backend with `SignedIn`, each a process of its own that says what it holds.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import type { Backend, World } from "../load/World.ts"
import { makeWorld } from "../load/World.ts"
import { inFolder } from "../support/inFolder.ts"
import { growth, type Usage } from "./Usage.ts"

const node = ["--expose-gc", "--import", path.join(import.meta.dirname, "measured.ts")]

/** Lets a process say what it holds. */
const ask = async (file: string, signal: (signal: NodeJS.Signals) => void): Promise<Usage> => {
  fs.rmSync(file, { force: true })
  signal("SIGUSR2")
  while (!fs.existsSync(file)) await setTimeout(20)
  return JSON.parse(fs.readFileSync(file, "utf8")) as Usage
}

/** When the connections of the load are gone: servers keep idle ones for some seconds. */
const settled = async (file: string, signal: (signal: NodeJS.Signals) => void, atMost?: number): Promise<Usage> => {
  await setTimeout(7000)
  let now = await ask(file, signal)
  for (let i = 0; i < 10 && now.resources.length > (atMost ?? Infinity); i++) {
    await setTimeout(2000)
    now = await ask(file, signal)
  }
  return now
}

/** An answer that a busy machine gives: too late, refused for now, or none because an idle connection had ended. */
const isBusy = (status: number | undefined): boolean => status === undefined || status === 503

const crowd = async (world: World, backend: Backend, connections: number, millis: number) => {
  const until = performance.now() + millis
  const seen = { cycles: 0, busy: 0, problem: "" }
  const one = async (index: number) => {
    const { ask } = world.service
    for (let i = index; performance.now() < until && seen.problem === ""; i++) {
      const { id } = world.callers[i % world.callers.length]!
      const session = await ask("POST", "/auth/sessions", { user_id: id })
      const accessToken: unknown = session?.body?.access_token
      if (typeof accessToken !== "string") {
        if (isBusy(session?.status)) seen.busy++
        else seen.problem = `a sign-in answered ${session?.status} ${session?.text}`
        continue
      }
      const token = { "x-stack-access-type": "client", "x-stack-access-token": accessToken }
      const me = await ask("GET", "/users/me", undefined, token)
      const mine = await backend.get("/me", { authorization: `Bearer ${accessToken}` })
      const out = await ask("DELETE", "/auth/sessions/current", undefined, token)
      const statuses = [me?.status, mine.status, out?.status]
      const isMine = (me?.status !== 200 || me.body.id === id) && (mine.status !== 200 || mine.body.id === id)
      if (isMine && statuses.every((status) => status === 200)) seen.cycles++
      else if (isMine && statuses.every((status) => status === 200 || isBusy(status))) seen.busy++
      else seen.problem = `${statuses.join(", ")} ${me?.text}`
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)))
  return seen
}

export const load = (minutes: number, connections: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const files = { service: path.join(folder, "service.json"), backend: path.join(folder, "backend.json") }
    const world = await makeWorld(folder, 200, { node, env: { SOAK_USAGE: files.service } })
    const backend = await world.startBackend({}, { node, env: { SOAK_USAGE: files.backend } })
    // The journal, caches and compiled code.
    const warmUp = await crowd(world, backend, connections, Math.max(5000, minutes * 6000))
    const forget = () =>
      fetch(`${world.service.apiUrl}/__emulator/journal`, { method: "DELETE", headers: world.service.controlHeaders })
    await forget()
    const before = {
      service: await settled(files.service, world.service.signal),
      backend: await settled(files.backend, backend.signal)
    }
    const { busy, cycles, problem } = await crowd(world, backend, connections, minutes * 60_000)
    await forget()
    const after = {
      service: await settled(files.service, world.service.signal, before.service.resources.length),
      backend: await settled(files.backend, backend.signal, before.backend.resources.length)
    }
    await backend.end()
    await world.service.end("SIGINT")
    const what = `${cycles} sign-ins, reads and sign-outs in ${minutes} minutes`
    return [
      holdsIf(
        "every answer is right under load",
        // A machine that is too busy for most of them has shown nothing.
        warmUp.problem + problem === "" && cycles > busy,
        warmUp.problem + problem ||
          `${what} over ${connections} connections, and ${busy} that the machine was too busy for`
      ),
      growth("the emulator under load", what, before.service, after.service),
      growth("a backend with SignedIn under load", what, before.backend, after.backend)
    ]
  })
