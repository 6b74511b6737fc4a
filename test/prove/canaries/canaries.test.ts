/** A part of `npm run prove -- canaries`, which has all operations, services and sinks. */
import { describe, expect, it } from "vitest"
import { operations } from "../../../tools/catalog/operations.ts"
import { allowances } from "./allowances.ts"
import * as Operations from "./Operations.ts"
import * as promises from "./promises.ts"
import * as Search from "./Search.ts"
import * as Secrets from "./Secrets.ts"

const nothing = (search: Search.Search) =>
  expect(search.findings.map(({ kind, sink, where }) => `${kind} in ${sink}, of ${where}`)).toStrictEqual([])

describe("the search for canaries", () => {
  it("finds secrets in other forms, and pieces of them", () => {
    const { password } = Secrets.kinds
    for (const text of [
      password,
      Buffer.from(`.${password}`).toString("base64"),
      encodeURIComponent(`{"${password}"}`)
    ]) {
      expect(Secrets.find(text), text).toStrictEqual(["password"])
    }
    expect(Secrets.find(password.slice(2, 22))).toStrictEqual(["part of a secret"])
    expect(Secrets.find("nothing")).toStrictEqual([])
  })

  it("shows none of what operations are given, whatever the service answers", async () => {
    const search = Search.make(allowances)
    const chosen = operations.filter((_, index) => index % 46 === 0)
    const { unreached } = await Operations.run(search, { every: 9, chosen })
    expect(unreached).toStrictEqual([])
    expect(search.sinks.size).toBeGreaterThan(12)
    expect(search.sinks.get("debug log")?.texts).toBeGreaterThan(100)
    nothing(search)
  })

  it("shows none when nobody catches an error", async () => {
    const search = Search.make(allowances)
    await promises.runUncaught(search, {
      "a method": "await admin.users.create({ password: kinds.password, totpSecretBase64: kinds.totpSecret })"
    })
    nothing(search)
  })
})
