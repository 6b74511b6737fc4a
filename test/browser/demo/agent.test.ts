/** The demo lets an agent sign in for a user, who decides in the browser. */
import { describe, expect } from "vitest"
import { createClientApp } from "../../../src/promise/index.ts"
import { click, fillInSignIn, follow, heading, signUp } from "./visitor.ts"
import * as World from "./World.ts"

const { apiUrl, test } = World.use()

/** An agent with a hostile description, and what it shows to its user. */
const register = async (demo: World.Visit["demo"]) => {
  const app = createClientApp({ projectId: demo.projectId, apiUrl: apiUrl(), appUrl: demo.url })
  const login = await app.agentLogin.register({
    agent: { name: "Ticket sorter", description: "Sorts <b>tickets</b>", url: "https://robot.example/?a=1" },
    userHint: "whoever reads the inbox"
  })
  return { app, ...login }
}

describe("agents in the demo", () => {
  test("an agent has the session of a user who allows it, until the user signs it out", async ({
    another,
    demo,
    page
  }) => {
    const visitor = await another()
    const email = await signUp(visitor.page)
    const agent = await register(demo)
    expect((await agent.app.currentUser.get({ or: "anonymous" }))?.isAnonymous).toBe(true)

    await page.goto(agent.confirmUrl)
    await heading(page, "Sign in to answer an agent")
    await click(page, "Sign in")
    await fillInSignIn(page, email)
    await heading(page, "Let an agent sign in as you?")
    const main = page.getByRole("main")
    for (const text of ["Ticket sorter", "Sorts <b>tickets</b>", agent.claimCode, email]) {
      await main.getByText(text).first().waitFor()
    }
    // The agent chose these texts, so nothing of them is markup or leads anywhere.
    expect(await main.locator("b, a[href*=robot]").count()).toBe(0)
    await World.takeScreenshot(page, "agent asks")

    await click(page, "Allow")
    await heading(page, "The agent is signed in")
    expect(new URL(page.url()).search).toBe("")
    await agent.app.agentLogin.poll({ pollToken: agent.pollToken })
    expect((await agent.app.currentUser.get())?.primaryEmail).toBe(email)

    await follow(page, "Manage your sessions")
    await page.getByText("Agent: Ticket sorter").waitFor()
    await World.takeScreenshot(page, "agent among the sessions")
    await click(page, "Sign out: Agent: Ticket sorter")
    await page.getByText("Agent: Ticket sorter").waitFor({ state: "detached" })
  })

  test("an agent whose user denies gets no session, and its link works once", async ({ demo, page }) => {
    await signUp(page)
    const agent = await register(demo)
    await page.goto(agent.confirmUrl)
    await click(page, "Deny")
    await heading(page, "You denied the agent")
    await expect(agent.app.agentLogin.poll({ pollToken: agent.pollToken })).rejects.toMatchObject({
      _tag: "AgentLoginEnded",
      outcome: "denied"
    })
    await page.goto(agent.confirmUrl)
    await heading(page, "This request cannot be answered")
  })
})
