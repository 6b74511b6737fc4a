/** The promise admin app, for scripts that set up a project. */
import { Console, Effect } from "effect"
import { Http } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { createAdminApp } from "gatefold/promise/admin"
import { run } from "./demo.ts"

const setUp = async (options: Parameters<typeof createAdminApp>[0]) => {
  await using app = createAdminApp(options)
  await app.domains.add({ domain: "https://app.example.com" })
  await app.project.update({ config: { allowLocalhost: false, magicLinkEnabled: true } })
  await app.permissionDefinitions.create({ scope: "project", id: "support" })
  const { id: userId } = await app.users.create({ displayName: "Ann" })
  await app.permissions.grant({ userId, permissionId: "support" })

  const names: Array<string | null> = []
  for await (const user of app.users.stream()) names.push(user.displayName)
  const again = await app.permissionDefinitions.create.result({ scope: "project", id: "support" })
  return { names, findings: await app.productionMode.check(), again: again.ok ? "created" : again.error._tag }
}

export const example = Effect.gen(function* () {
  const { baseUrl, fetch, project } = yield* Emulator
  if (project === undefined) return
  const { secretServerKey: _, ...keys } = project // the admin key alone is enough
  yield* Console.log(yield* Effect.promise(() => setUp({ ...keys, apiUrl: baseUrl, http: Http.layerHandler(fetch) })))
})

run(import.meta.main, example)
