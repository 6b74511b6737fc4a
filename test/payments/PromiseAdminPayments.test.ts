/** Payments beside the promise app of an administrator. */
import { afterAll, describe, expect, it } from "vitest"
import { createPayments } from "../../src/payments/PromiseAdminPayments.ts"
import { createAdminApp, createPromiseOwnerApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { makeOptions, password, startService } from "../promise/app.ts"

const service = startService()
const options = await makeOptions(service)

afterAll(() => service.dispose())

describe("createPayments", () => {
  it("lists transactions with a project's admin key", async () => {
    const { project } = await service.emulator
    await using app = createAdminApp({ ...options, superSecretAdminKey: project!.superSecretAdminKey })
    expect(await createPayments(app).pageTransactions()).toStrictEqual({ items: [], nextCursor: null })
  })

  it("lists transactions as the owner of a project", async () => {
    const { internal } = await service.emulator
    await using owner = createClientApp({ ...options, ...internal })
    await owner.password.signUp({ email: "seller@example.org", password })
    const { id: projectId } = await owner.ownedProjects.create({ displayName: "Shop" })
    await using app = createPromiseOwnerApp({ owner, projectId })
    expect(await createPayments(app).pageTransactions()).toStrictEqual({ items: [], nextCursor: null })
    expect(() => createPayments({ ...app })).toThrow(TypeError)
  })
})
