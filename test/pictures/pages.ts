/** The screens of the gallery, and how a person comes to each. Another one is another row. */
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { ar } from "../../screens/text/ar.ts"
import { de } from "../../screens/text/de.ts"
import { en, type Text } from "../../screens/text/en.ts"
import { es } from "../../screens/text/es.ts"
import { fr } from "../../screens/text/fr.ts"
import { ja } from "../../screens/text/ja.ts"
import { pt } from "../../screens/text/pt.ts"
import { zh } from "../../screens/text/zh.ts"
import { click, fillIn } from "../browser/demo/visitor.ts"
import { atThatTime, miaEmail, password, type ScreensWorld } from "./Worlds.ts"

/** The languages of the screens. */
export const texts: Readonly<Record<string, Text>> = { en, de, ar, es, fr, ja, pt, zh }

/** Those that the gallery shows: one that is written from right to left is among them. */
export const shownLanguages: ReadonlyArray<string> = ["en", "de", "ar"]

/** What a page is opened with. */
export interface Opening {
  readonly page: Page
  readonly t: Text
  readonly world: ScreensWorld
}

/** Who looks at a page. */
export type Who = "nobody" | "user" | "new user" | "guest"

/** A page of the gallery. */
export interface Screen {
  readonly name: string
  readonly who: Who
  readonly open: (opening: Opening) => Promise<unknown>
}

const title = (page: Page) => page.getByRole("heading", { level: 1 }).first().waitFor()

const go = async ({ page, world }: Opening, path: string) => {
  await page.goto(world.app.url + path)
  await title(page)
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first().waitFor()

const alert = (page: Page) => page.getByRole("alert").first().waitFor()

const at =
  (path: string) =>
  (opening: Opening): Promise<void> =>
    go(opening, path)

/** Opens the dialog behind a button. */
const dialog = async (page: Page, button: string) => {
  await click(page, button)
  await page.getByRole("dialog").waitFor()
}

const toPassword = async (opening: Opening, email: string) => {
  const { page, t } = opening
  await go(opening, "/handler/sign-in")
  await fillIn(page, { [t.common.email]: email })
  await click(page, t.common.continue)
  await page.getByLabel(t.common.password, { exact: true }).waitFor()
}

const signUp = (world: ScreensWorld, email: string) =>
  world.app.ask("POST", "/auth/password/sign-up", {
    email,
    password,
    verification_callback_url: `${world.app.url}/handler/email-verification`
  })

const resetLink = async (world: ScreensWorld) => {
  const email = world.newEmail()
  await signUp(world, email)
  await world.app.linkTo(email)
  await world.app.ask("POST", "/auth/password/send-reset-code", {
    email,
    callback_url: `${world.app.url}/handler/password-reset`
  })
  return world.app.linkTo(email)
}

const invitationLink = async (world: ScreensWorld, email = world.newEmail()) => {
  await world.app.ask("POST", "/team-invitations/send-code", {
    team_id: "8f7c1f0e-52f4-4e0a-9d49-000000000001",
    email,
    callback_url: `${world.app.url}/handler/team-invitation`
  })
  return world.app.linkTo(email)
}

const brokenId = "5b3r0qhtv2m8w9zc"

/** The service fails once, as it does in production: its text has the ID of the request. */
const breakOnce = (world: ScreensWorld, path: string) =>
  Effect.runPromise(
    atThatTime(
      world.app.emulator.faults.add({
        method: "POST",
        path,
        status: 500,
        body: `Something went wrong. Request ID: ${brokenId}`,
        first: 1
      })
    )
  )

const terminalPath = async (world: ScreensWorld) => {
  const started = (await world.app.ask("POST", "/auth/cli", { expires_in_millis: 600_000 })) as { login_code: string }
  return `/handler/cli-auth-confirm?login_code=${started.login_code}`
}

const agent = {
  name: "Ticket sorter",
  description: "Sorts the tickets of the support inbox by topic and urgency",
  url: "https://agents.example.com/ticket-sorter"
}

/** The page that asks about an agent. */
const agentPath = async (world: ScreensWorld) => {
  const body = { agent, user_hint: miaEmail, expires_in_millis: 600_000 }
  const started = (await world.app.ask("POST", "/agent/register", body)) as { claim_code: string }
  return `/handler/agent-auth-confirm?code=${started.claim_code}`
}

/** How somebody comes to look. */
export const enter: Readonly<Record<Who, (opening: Opening) => Promise<unknown>>> = {
  nobody: async () => undefined,
  user: async (opening) => {
    await toPassword(opening, miaEmail)
    await fillIn(opening.page, { [opening.t.common.password]: password })
    await click(opening.page, opening.t.common.signIn)
    await opening.page.waitForURL((url) => url.pathname === "/")
  },
  "new user": async (opening) => {
    await toPassword(opening, "new@example.com")
    await fillIn(opening.page, { [opening.t.common.password]: password })
    await click(opening.page, opening.t.common.signIn)
    await opening.page.waitForURL((url) => url.pathname === "/")
  },
  guest: async (opening) => {
    await go(opening, "/handler/sign-in")
    await click(opening.page, opening.t.signIn.asGuest)
    await opening.page.waitForURL((url) => url.pathname === "/")
  }
}

const nobody: ReadonlyArray<Omit<Screen, "who">> = [
  { name: "sign-in", open: at("/handler/sign-in") },
  {
    name: "sign-in-more-options",
    open: async (opening) => {
      await go(opening, "/handler/sign-in")
      await click(opening.page, opening.t.signIn.moreOptions)
    }
  },
  {
    name: "sign-in-last-used",
    open: async (opening) => {
      await go(opening, "/handler/sign-in")
      await opening.page.evaluate(() => localStorage.setItem("gatefold-last-method", "discord"))
      await go(opening, "/handler/sign-in")
      await opening.page.getByText(opening.t.signIn.lastUsed).first().waitFor()
      await opening.page.evaluate(() => localStorage.removeItem("gatefold-last-method"))
    }
  },
  { name: "sign-in-password", open: (opening) => toPassword(opening, miaEmail) },
  {
    name: "sign-in-refused",
    open: async (opening) => {
      await toPassword(opening, miaEmail)
      await fillIn(opening.page, { [opening.t.common.password]: "not the password" })
      await click(opening.page, opening.t.common.signIn)
      await alert(opening.page)
    }
  },
  {
    name: "sign-in-fault",
    open: async (opening) => {
      await breakOnce(opening.world, "/auth/password/sign-in")
      await toPassword(opening, miaEmail)
      await fillIn(opening.page, { [opening.t.common.password]: password })
      await click(opening.page, opening.t.common.signIn)
      await opening.page.getByText(brokenId).waitFor()
    }
  },
  {
    name: "sign-in-link-sent",
    open: async (opening) => {
      const { page, t } = opening
      await toPassword(opening, "link@example.com")
      await click(page, t.signIn.withLink)
      await heading(page, t.signIn.codeTitle)
      await page.evaluate(() => localStorage.clear())
    }
  },
  {
    name: "sign-in-link-not-allowed",
    open: async (opening) => {
      await toPassword(opening, "new@example.com")
      await click(opening.page, opening.t.signIn.withLink)
      await opening.page.getByText(opening.t.signIn.linkNotAllowedTitle).first().waitFor()
    }
  },
  {
    name: "sign-in-closed",
    open: async ({ page, world }) => {
      await page.goto(`${world.closed.url}/handler/sign-in`)
      await title(page)
    }
  },
  { name: "sign-up", open: at("/handler/sign-up") },
  {
    name: "sign-up-exists",
    open: async (opening) => {
      const { page, t } = opening
      await go(opening, "/handler/sign-up")
      await fillIn(page, { [t.common.email]: miaEmail, [t.common.password]: password })
      await click(page, t.signUp.submit)
      await alert(page)
    }
  },
  {
    name: "sign-up-closed",
    open: async ({ page, world }) => {
      await page.goto(`${world.closed.url}/handler/sign-up`)
      await title(page)
    }
  },
  { name: "forgot-password", open: at("/handler/forgot-password") },
  {
    name: "forgot-password-sent",
    open: async (opening) => {
      const { page, t } = opening
      await go(opening, "/handler/forgot-password")
      await fillIn(page, { [t.common.email]: "nobody@example.com" })
      await click(page, t.forgotPassword.submit)
      await heading(page, t.forgotPassword.sentTitle)
    }
  },
  {
    name: "second-factor",
    open: async (opening) => {
      await toPassword(opening, "totp@example.com")
      await fillIn(opening.page, { [opening.t.common.password]: password })
      await click(opening.page, opening.t.common.signIn)
      await heading(opening.page, opening.t.twoStep.title)
    }
  },
  { name: "link-incomplete", open: at("/handler/email-verification") },
  {
    name: "email-verified",
    open: async ({ page, t, world }) => {
      const email = world.newEmail()
      await signUp(world, email)
      await page.goto(await world.app.linkTo(email))
      await heading(page, t.outcome.verified)
    }
  },
  {
    name: "email-not-verified",
    open: async (opening) => {
      await go(opening, "/handler/email-verification?code=none")
      await heading(opening.page, opening.t.outcome.verifyFailed)
    }
  },
  {
    name: "password-reset",
    open: async ({ page, t, world }) => {
      await page.goto(await resetLink(world))
      await heading(page, t.outcome.resetTitle)
    }
  },
  {
    name: "password-reset-done",
    open: async ({ page, t, world }) => {
      await page.goto(await resetLink(world))
      await fillIn(page, {
        [t.outcome.newPassword]: "another horse battery staple",
        [t.outcome.repeatPassword]: "another horse battery staple"
      })
      await click(page, t.outcome.setPassword)
      await heading(page, t.outcome.resetDone)
    }
  },
  {
    name: "password-reset-failed",
    open: async (opening) => {
      await go(opening, "/handler/password-reset?code=none")
      await heading(opening.page, opening.t.outcome.resetFailed)
    }
  },
  {
    name: "magic-link-failed",
    open: async (opening) => {
      await go(opening, "/handler/magic-link-callback?code=none")
      await heading(opening.page, opening.t.outcome.signInFailed)
    }
  },
  {
    name: "magic-link-fault",
    open: async (opening) => {
      await breakOnce(opening.world, "/auth/otp/sign-in")
      await go(opening, `/handler/magic-link-callback?code=${"0".repeat(45)}`)
      await opening.page.getByText(brokenId).waitFor()
    }
  },
  { name: "oauth-over", open: at("/handler/oauth-callback") },
  {
    name: "oauth-denied",
    open: async (opening) => {
      const { page, t } = opening
      await go(opening, "/handler/sign-in")
      await click(page, t.signIn.continueWith({ provider: "GitHub" }))
      await page.getByRole("button", { name: "Deny" }).click()
      await page.getByText(t.errors.OAuthProviderAccessDenied as string).waitFor()
    }
  },
  {
    name: "invitation-signed-out",
    open: async ({ page, t, world }) => {
      await page.goto(await invitationLink(world))
      await heading(page, t.outcome.invited)
    }
  },
  {
    name: "error",
    open: at("/handler/error?errorCode=OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE&message=x&details=%7B%7D")
  },
  { name: "not-found", open: at("/handler/nowhere") },
  { name: "terminal-incomplete", open: at("/handler/cli-auth-confirm") },
  { name: "terminal-signed-out", open: async (opening) => go(opening, await terminalPath(opening.world)) },
  { name: "agent-signed-out", open: async (opening) => go(opening, await agentPath(opening.world)) },
  { name: "menu-signed-out", open: at("/") },
  {
    name: "provider",
    open: async (opening) => {
      const { page, t } = opening
      await go(opening, "/handler/sign-in")
      await click(page, t.signIn.continueWith({ provider: "GitHub" }))
      await page.getByRole("button", { name: "Deny" }).waitFor()
    }
  },
  {
    name: "provider-other-account",
    open: async (opening) => {
      const { page, t } = opening
      await go(opening, "/handler/sign-in")
      await click(page, t.signIn.continueWith({ provider: "Google" }))
      await page.getByRole("radio", { name: "Use another account" }).check()
    }
  }
]

const part = (name: string) => ({
  name: `account-${name}`,
  open: async (opening: Opening) => {
    await go(opening, name === "profile" ? "/account" : `/account/${name}`)
    // The marks of the providers load when the first of them shows.
    if (name === "connections") await opening.page.locator(".gf-list-icon path").first().waitFor()
  }
})

const parts = ["profile", "emails", "security", "sessions", "connections", "api-keys", "notifications"].map(part)

const team = (tab: string) => `/teams/8f7c1f0e-52f4-4e0a-9d49-000000000001${tab}`

const user: ReadonlyArray<Omit<Screen, "who">> = [
  ...parts,
  {
    name: "account-email-menu",
    open: async (opening) => {
      await go(opening, "/account/emails")
      await click(opening.page, opening.t.parts.actionsFor({ what: "mia.moreau@work.example" }))
      await opening.page.locator(".gf-menu-popup").waitFor()
    }
  },
  {
    name: "account-email-add",
    open: async (opening) => {
      await go(opening, "/account/emails")
      await click(opening.page, opening.t.emails.add)
      await opening.page.locator("[name=email]").waitFor()
    }
  },
  {
    name: "account-change-password",
    open: async (opening) => {
      await go(opening, "/account/security")
      await click(opening.page, opening.t.security.changePassword)
      await opening.page.getByLabel(opening.t.security.currentPassword, { exact: true }).waitFor()
    }
  },
  {
    name: "account-two-factor",
    open: async (opening) => {
      await go(opening, "/account/security")
      await dialog(opening.page, opening.t.twoStepSetup.setUpApp)
      await opening.page.getByRole("img", { name: opening.t.twoStepSetup.qrCode }).waitFor()
    }
  },
  {
    name: "account-create-key",
    open: async (opening) => {
      await go(opening, "/account/api-keys")
      await dialog(opening.page, opening.t.apiKeys.create)
    }
  },
  {
    name: "account-revoke-key",
    open: async (opening) => {
      await go(opening, "/account/api-keys")
      await dialog(opening.page, opening.t.apiKeys.revokeWhat({ key: "Nightly backup" }))
    }
  },
  {
    name: "account-delete",
    open: async (opening) => {
      await go(opening, "/account")
      await dialog(opening.page, opening.t.profile.deleteAccount)
    }
  },
  {
    name: "menu-user",
    open: async ({ page, t, world }) => {
      await page.goto(world.app.url)
      await click(page, t.userButton.label)
      await page.locator(".gf-menu-popup").waitFor()
    }
  },
  {
    name: "menu-teams",
    open: async ({ page, t, world }) => {
      await page.goto(world.app.url)
      await click(page, t.teamSwitcher.label({ team: "Night Shift" }))
      await page.locator(".gf-menu-popup").waitFor()
    }
  },
  { name: "already-signed-in", open: at("/handler/sign-in") },
  { name: "teams", open: at("/teams") },
  {
    name: "teams-create",
    open: async (opening) => {
      await go(opening, "/teams")
      await dialog(opening.page, opening.t.teams.create)
    }
  },
  {
    name: "team-members",
    open: async (opening) => {
      await go(opening, team(""))
      await opening.page.getByText("ben.bauer@example.com").waitFor()
    }
  },
  { name: "team-invitations", open: at(team("/invitations")) },
  { name: "team-api-keys", open: at(team("/api-keys")) },
  { name: "team-settings", open: at(team("/settings")) },
  {
    name: "team-delete",
    open: async (opening) => {
      await go(opening, team("/settings"))
      await dialog(opening.page, opening.t.team.delete)
    }
  },
  { name: "team-not-found", open: at("/teams/8f7c1f0e-52f4-4e0a-9d49-00000000ffff") },
  {
    name: "invitation",
    open: async ({ page, t, world }) => {
      await page.goto(await invitationLink(world, "mia@example.com"))
      await heading(page, t.outcome.joinTitle({ team: "Night Shift" }))
    }
  },
  {
    name: "invitation-failed",
    open: async (opening) => {
      await go(opening, "/handler/team-invitation?code=none")
      await heading(opening.page, opening.t.outcome.invitationFailed)
    }
  },
  {
    name: "agent-confirm",
    open: async (opening) => {
      await go(opening, await agentPath(opening.world))
      // The code is another one each time, and pictures are compared.
      await opening.page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).evaluate((element) => {
        element.textContent = "ABCD-EFGH"
      })
    }
  },
  { name: "agent-unknown", open: at("/handler/agent-auth-confirm?code=AAAA-AAAA") },
  {
    name: "agent-done",
    open: async (opening) => {
      await go(opening, await agentPath(opening.world))
      await click(opening.page, opening.t.agent.allow)
      await heading(opening.page, opening.t.agent.allowedTitle)
    }
  },
  { name: "terminal-confirm", open: async (opening) => go(opening, await terminalPath(opening.world)) },
  {
    name: "terminal-done",
    open: async (opening) => {
      await go(opening, await terminalPath(opening.world))
      await click(opening.page, opening.t.terminal.confirm)
      await heading(opening.page, opening.t.terminal.doneTitle)
    }
  }
]

export const screens: ReadonlyArray<Screen> = [
  ...nobody.map((screen) => ({ ...screen, who: "nobody" as const })),
  ...user.map((screen) => ({ ...screen, who: "user" as const })),
  ...[...parts.slice(0, 6), { name: "teams", open: at("/teams") }].map(({ name, open }) => ({
    name: `new-${name}`,
    who: "new user" as const,
    open
  })),
  { name: "guest-profile", who: "guest", open: at("/account") },
  {
    name: "guest-menu",
    who: "guest",
    open: async ({ page, t, world }) => {
      await page.goto(world.app.url)
      await click(page, t.userButton.label)
      await page.locator(".gf-menu-popup").waitFor()
    }
  }
]
