/** The OpenAPI documents are those of the contract. */
import { describe, expect, it } from "vitest"
import { printDocuments, listStale } from "../../tools/generate/openapi.ts"

describe("docs/openapi", () => {
  it("is up to date (npm run generate -- openapi)", () => {
    expect(listStale()).toStrictEqual([])
  })

  it.each([...printDocuments()])("describes the operations, references and security of %s", (_, text) => {
    const document = JSON.parse(text)
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(Object.keys(document.paths)).toContain("/api/v1/auth/password/sign-in")
    const incomplete = Object.values<Record<string, { summary?: string; responses: object; security: unknown }>>(
      document.paths
    )
      .flatMap((item) => Object.values(item))
      .filter(
        ({ responses, security, summary }) =>
          typeof summary !== "string" || Object.keys(responses).length === 0 || !Array.isArray(security)
      )
    expect(incomplete).toStrictEqual([])
    const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter((name) => !(name in document.components.schemas))).toStrictEqual([])
  })

  it("keeps server and admin paths out of the client document", () => {
    const client = JSON.parse(printDocuments().get("client.json")!)
    expect(client.paths).not.toHaveProperty(["/api/v1/users"])
    expect(client.paths).not.toHaveProperty(["/api/v1/internal/api-keys"])
    expect(Object.keys(client.paths["/api/v1/auth/sessions"])).toStrictEqual(["get"])
  })
})
