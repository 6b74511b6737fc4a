/** Minutes of load on the service and on a backend with `SignedIn`, each a process of its own that says what it holds. */
import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { inFolder } from "../durability/Folder.ts"
import type { Backend, World } from "../load/World.ts"
import { makeWorld } from "../load/World.ts"
import { holdsIf, type Verdict } from "../support/verdicts.ts"
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

const crowd = async (world: World, backend: Backend, connections: number, millis: number) => {
  const until = performance.now() + millis
  let [cycles, problem] = [0, ""]
  const one = async (index: number) => {
    const { ask } = world.service
    for (let i = index; performance.now() < until && problem === ""; i++) {
      const { id } = world.callers[i % world.callers.length]!
      const session = (await ask("POST", "/auth/sessions", { user_id: id }))?.body
      const token = { "x-stack-access-type": "client", "x-stack-access-token": session?.access_token }
      const me = await ask("GET", "/users/me", undefined, token)
      const { body, status } = await backend.get("/me", { authorization: `Bearer ${session?.access_token}` })
      const out = await ask("DELETE", "/auth/sessions/current", undefined, token)
      if (me?.body?.id === id && status === 200 && body.id === id && out?.status === 200) cycles++
      else problem ||= `${me?.status} ${me?.text.slice(0, 200)}, ${status}, ${out?.status}`
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)))
  return { cycles, problem }
}

export const load = (minutes: number, connections: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const files = { service: path.join(folder, "service.json"), backend: path.join(folder, "backend.json") }
    const world = await makeWorld(folder, 200, { node, env: { SOAK_USAGE: files.service } })
    const backend = await world.startBackend({}, { node, env: { SOAK_USAGE: files.backend } })
    // the journal, caches and compiled code
    const warmUp = await crowd(world, backend, connections, Math.max(5000, minutes * 6000))
    const forget = () =>
      fetch(`${world.service.apiUrl}/__emulator/journal`, { method: "DELETE", headers: world.service.controlHeaders })
    await forget()
    const before = {
      service: await settled(files.service, world.service.signal),
      backend: await settled(files.backend, backend.signal)
    }
    const { cycles, problem } = await crowd(world, backend, connections, minutes * 60_000)
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
        warmUp.problem + problem === "",
        warmUp.problem + problem || `${what}, ${connections} connections`
      ),
      growth("the emulator under load", what, before.service, after.service),
      growth("a backend with SignedIn under load", what, before.backend, after.backend)
    ]
  })
