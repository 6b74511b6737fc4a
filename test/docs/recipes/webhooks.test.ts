/** docs/recipes/webhooks-into-your-database.md: the service sends real webhooks to the program, over HTTP. */
import { createServer } from "node:http"
import { describe, expect, test } from "vitest"
import { syncUsers, type UserRow } from "../../../docs/examples/recipes/webhooks-into-database.ts"
import { createWebhooks } from "../../../src/backend/index.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as Http from "../../../src/http/Http.ts"
import { createServerApp } from "../../../src/promise/ServerApp.ts"
import { listen } from "../../support/listen.ts"
import { waitMillis } from "../../support/patience.ts"

describe("the recipe for webhooks", () => {
  test("copies users, and removes deleted ones", async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
    const table = new Map<string, UserRow>()
    await using webhooks = createWebhooks({ secret })
    const receive = webhooks.receive(syncUsers(table))
    const server = createServer(async (request, response) => {
      const parts: Array<Buffer> = []
      for await (const part of request) parts.push(part)
      const { status } = await receive(
        new Request("http://127.0.0.1/webhooks", {
          method: "POST",
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(parts)
        })
      )
      response.writeHead(status).end()
    })
    const port = await listen(server)
    const service = Emulator.toFetchHandler({ project: {}, webhooks: [{ url: `http://127.0.0.1:${port}/`, secret }] })
    try {
      const { baseUrl, project } = await service.emulator
      await using app = createServerApp({ ...project!, apiUrl: baseUrl, http: Http.layerHandler(service.fetch) })
      const { id } = await app.users.create({ primaryEmail: "ann@example.org" })
      await expect.poll(() => table.get(id), { timeout: waitMillis }).toStrictEqual({ id, email: "ann@example.org" })
      await app.users.update({ userId: id, primaryEmail: "ann@example.com" })
      await expect.poll(() => table.get(id)?.email, { timeout: waitMillis }).toBe("ann@example.com")
      await app.users.delete(id)
      await expect.poll(() => table.size, { timeout: waitMillis }).toBe(0)
    } finally {
      await service.dispose()
      server.close()
    }
  })
})
