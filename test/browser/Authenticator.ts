/** A passkey authenticator such as those that laptops have, played by the browser. */
import type { CDPSession, Page } from "playwright-core"

/** The authenticator of a page, to be scripted through its session. */
export interface Authenticator {
  readonly session: CDPSession
  readonly authenticatorId: string
}

/** Gives the page an authenticator whose user always agrees. */
export const add = async (page: Page): Promise<Authenticator> => {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return { session, authenticatorId }
}
