/** What is left of a request when it is authenticated. */
import { expect, it } from "vitest"
import { keepBearer } from "../../../src/backend/mcp/internal/McpGate.ts"

it("a request without its cookies keeps its method and URL", () => {
  const headers = { authorization: "Bearer token", cookie: "stack-access=token" }
  const bearer = keepBearer(new Request("https://shop.example.com/mcp", { method: "DELETE", headers }))
  expect(bearer).toMatchObject({ method: "DELETE", url: "https://shop.example.com/mcp" })
  expect({ authorization: bearer.headers.get("Authorization"), cookie: bearer.headers.get("cookie") }).toStrictEqual({
    authorization: "Bearer token",
    cookie: undefined
  })
})
