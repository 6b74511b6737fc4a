/**
 * Types that do not compile when they are wrong: what an operation sends is what its endpoint takes, and nothing else.
 */
import { asUser } from "../../src/app/AsClient.ts"
import type { UserId } from "../../src/domain/Ids.ts"
import { asServer } from "../../src/server/AsServer.ts"
import * as Wire from "../../src/wire/generated/Users.ts"

const changes = [] as const

asServer.write("fits", Wire.updateUser, {
  input: (userId: UserId, name?: string) => ({
    params: { userId },
    payload: name === undefined ? {} : { displayName: name }
  }),
  changes
})

asServer.write("mistyped", Wire.updateUser, {
  // @ts-expect-error a member of the payload
  input: (userId: UserId) => ({ params: { userId }, payload: { displayNam: "Ann" } }),
  changes
})

asServer.write("mistyped", Wire.updateUser, {
  // @ts-expect-error a member beside right ones
  input: (userId: UserId) => ({ params: { userId }, payload: { displayName: "Ann", displayNam: "Ann" } }),
  changes
})

asServer.write("mistyped", Wire.updateUser, {
  // @ts-expect-error one in a branch
  input: (userId: UserId, name?: string) => ({
    params: { userId },
    payload: name === undefined ? {} : { displayName: name, displayNam: name }
  }),
  changes
})

asUser.write("mistyped", Wire.updateMe, {
  // @ts-expect-error what is left of an input
  input: ({ id, ...rest }: { readonly id: string; readonly displayNam: string }) => ({ payload: rest, query: { id } }),
  changes
})

asServer.write("mistyped", Wire.updateUser, {
  // @ts-expect-error a part of the request
  input: (userId: UserId) => ({ params: { userId }, payload: {}, query: {} }),
  changes
})

asUser.write("mistyped", Wire.updateMe, {
  // @ts-expect-error the same each time
  input: { payload: { displayNam: "Ann" } },
  changes
})
