/** Which mails users want, and the links with which they end them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, mailsTo, raw, server, signUp } from "../../support/emulatorCalls.ts"
import { marketingCategory, person, send, transactionalCategory, withMail } from "./serverMails.ts"

const preferences = "/emails/notification-preference"

const readEnabled = (id: string) =>
  Effect.map(call("GET", `${preferences}/${id}`, server), ({ body }) =>
    Object.fromEntries(
      body.items.map((item: { readonly notification_category_name: string; readonly enabled: boolean }) => [
        item.notification_category_name,
        item.enabled
      ])
    )
  )

describe("categories of mails", () => {
  it.effect("are on until the user turns them off, except for one that is always sent", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const { body } = yield* call("GET", `${preferences}/me`, { token })
      const marketing = {
        notification_category_id: marketingCategory,
        notification_category_name: "Marketing",
        enabled: true,
        can_disable: true
      }
      const transactional = {
        notification_category_id: transactionalCategory,
        notification_category_name: "Transactional",
        enabled: true,
        can_disable: false
      }
      expect(body).toStrictEqual({ items: [transactional, marketing], is_paginated: false })
      const set = (category: string, enabled: boolean) =>
        call("PATCH", `${preferences}/me/${category}`, { token, body: { enabled } })
      expect((yield* set(marketingCategory, false)).body).toStrictEqual({ ...marketing, enabled: false })
      expect((yield* set(transactionalCategory, false)).body).toStrictEqual({ ...transactional, enabled: false })
      expect(yield* readEnabled(user_id)).toStrictEqual({ Transactional: false, Marketing: false })
      // Nobody can do without these, whatever they say.
      const bob = yield* person()
      yield* call("PATCH", `${preferences}/${bob.id}/${transactionalCategory}`, { ...server, body: { enabled: false } })
      yield* send({ user_ids: [bob.id], subject: "Bill", notification_category_name: "Transactional" })
      expect((yield* mailsTo(bob.email)).map(({ subject }) => subject)).toContain("Bill")
      expect((yield* set(marketingCategory, true)).body).toStrictEqual(marketing)
      expect(yield* readEnabled(user_id)).toStrictEqual({ Transactional: false, Marketing: true })
    }).pipe(Effect.provide(withMail()))
  )
})

describe("the link in a mail", () => {
  const open = (link: string) =>
    Effect.flatMap(Emulator, ({ baseUrl }) =>
      raw("GET", link.slice(baseUrl.length), { headers: { accept: "text/html" } })
    )

  const page = (code: string) => raw("GET", `/api/v1/emails/unsubscribe-link?${new URLSearchParams({ code })}`)

  it.effect("ends mails of its category, as often as it is followed", () =>
    Effect.gen(function* () {
      const [ann, bob] = [yield* person(), yield* person()]
      yield* send({ user_ids: [ann.id, bob.id], notification_category_name: "Marketing" })
      const [mail] = yield* mailsTo(ann.email)
      const link = mail?.link ?? ""
      expect(mail).toMatchObject({
        html: expect.stringContaining(`href="${link}"`),
        text: expect.stringContaining(link),
        code: expect.stringMatching(/^[0-9a-z]{45}$/)
      })
      const { headers, status, text } = yield* open(`${link}&utm_source=mail`)
      expect({
        status,
        text,
        type: headers.get("content-type"),
        referrer: headers.get("referrer-policy")
      }).toStrictEqual({
        status: 200,
        text: expect.stringContaining("Marketing"),
        type: "text/html; charset=utf-8",
        referrer: "no-referrer"
      })
      expect(yield* readEnabled(ann.id)).toStrictEqual({ Transactional: true, Marketing: false })
      expect(yield* readEnabled(bob.id)).toMatchObject({ Marketing: true })

      yield* call("PATCH", `${preferences}/${ann.id}/${marketingCategory}`, { ...server, body: { enabled: true } })
      expect((yield* page((mail?.code ?? "").toUpperCase())).status).toBe(200)
      expect(yield* readEnabled(ann.id)).toMatchObject({ Marketing: false })
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is not in mails that cannot be ended", () =>
    Effect.gen(function* () {
      const ann = yield* person()
      yield* send({ user_ids: [ann.id], notification_category_name: "Transactional" })
      yield* send({ user_ids: [ann.id] })
      const withoutLink = { link: undefined, html: expect.not.stringContaining("href") }
      expect(yield* mailsTo(ann.email)).toMatchObject([withoutLink, withoutLink])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("does nothing when it is cut, wrong, or for a deleted user", () =>
    Effect.gen(function* () {
      const ann = yield* person()
      yield* send({ user_ids: [ann.id], notification_category_name: "Marketing" })
      const code = (yield* mailsTo(ann.email))[0]?.code ?? ""
      const texts = [yield* page(""), yield* page(code.slice(1)), yield* page("0".repeat(45))]
      expect(texts.map(({ status }) => status)).toStrictEqual([400, 400, 404])
      expect(yield* readEnabled(ann.id)).toMatchObject({ Marketing: true })
      yield* call("DELETE", `/users/${ann.id}`, server)
      const gone = yield* page(code)
      expect({ status: gone.status, contentType: gone.headers.get("content-type") }).toStrictEqual({
        status: 404,
        contentType: "text/html; charset=utf-8"
      })
    }).pipe(Effect.provide(withMail()))
  )
})
