// @vitest-environment happy-dom
/** Hooks by name that do more than read one operation of the user's. */
import * as Redacted from "effect/Redacted"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as OwnedProjects from "../../src/client/OwnedProjects.ts"
import * as ProviderAccounts from "../../src/client/ProviderAccounts.ts"
import {
  type Action,
  type ConnectedProvider,
  useAction,
  useConnectedAccount,
  useConnectedAccounts,
  useOwnedProjects,
  useProject,
  useProviderAccounts
} from "../../src/react/index.ts"
import { page } from "../support/appPage.ts"
import { json, knownError } from "../support/scriptedNetwork.ts"
import { act, canary, leave, makeDevice, makeService, type Service, settle, show } from "./renderedApp.tsx"

afterEach(leave)

const clientConfig = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: false,
  allow_user_api_keys: true,
  allow_team_api_keys: false,
  enabled_oauth_providers: [{ id: "github" }]
}

const projectJson = { id: "7b9b9b9e-0000-4000-8000-00000000000a", display_name: "Acme", config: clientConfig }

const ownedJson = (name: string) => ({
  ...projectJson,
  display_name: name,
  description: "",
  created_at_millis: 1,
  user_count: 0,
  is_production_mode: false,
  config: {
    ...clientConfig,
    allow_localhost: true,
    create_team_on_sign_up: false,
    domains: [],
    oauth_providers: [],
    email_config: { type: "shared" },
    team_creator_default_permissions: [],
    team_member_default_permissions: [],
    user_default_permissions: [],
    oauth_account_merge_strategy: "link_method"
  }
})

const quietly = async (f: () => Promise<void>) => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {})
  try {
    await f()
  } finally {
    error.mockRestore()
  }
}

describe("useProject", () => {
  const withProject = () => {
    const service = makeService()
    service.instead = (path) => (path === "/projects/current" ? json(projectJson) : undefined)
    return service
  }
  const Providers = () => {
    const { config, displayName } = useProject()
    return <p>{`${displayName}: ${config.enabledOAuthProviders.map(({ id }) => id).join()}`}</p>
  }

  it("runs for signed-out visitors with one request", async () => {
    const service = withProject()
    const { container } = await show(makeDevice(service), [<Providers key="1" />, <Providers key="2" />])
    expect(container.textContent).toBe("Acme: githubAcme: github")
    expect(service.count("/projects/current")).toBe(1)
  })

  it("is kept when the user changes", async () => {
    const service = withProject()
    const device = makeDevice(service)
    const { container } = await show(device, <Providers />)
    for (const user of ["ann", "bob"]) {
      await device.signIn(user)
      expect(container.textContent, user).toBe("Acme: github")
    }
    await device.signOut()
    await settle()
    expect(container.textContent).toBe("Acme: github")
    expect(service.count("/projects/current")).toBe(1)
  })

  it("returns its errors as a result", async () => {
    const Result = () => {
      const { error, status } = useProject({ as: "result" })
      return `${status} ${error?._tag === "RequestRefused" && error.reason._tag}`
    }
    const { container } = await show(makeDevice(makeService()), <Result />)
    expect(container.textContent).toBe("failure ProjectNotFound")
  })
})

describe("useOwnedProjects", () => {
  const withProjects = () => {
    const service = makeService()
    const names = ["First"]
    service.instead = (path, { body, method }) => {
      if (path !== "/internal/projects") return undefined
      if (method === "GET") return json({ items: names.map(ownedJson), is_paginated: false })
      names.push(JSON.parse(body ?? "{}").display_name)
      return json(ownedJson(names.at(-1)!), 201)
    }
    return service
  }

  it("refreshes after a project was created, and fails when signed out", async () => {
    const service = withProjects()
    const device = makeDevice(service, "ann")
    let create!: Action<typeof OwnedProjects.create>
    const List = () => {
      create = useAction(OwnedProjects.create)
      const { error, value } = useOwnedProjects({ as: "result" })
      return <p>{error?._tag ?? value?.map(({ displayName }) => displayName).join()}</p>
    }
    const { container } = await show(device, <List />)
    expect(container.textContent).toBe("First")
    await act(() => create.run({ displayName: "Second" }))
    await settle()
    expect(container.textContent).toBe("First,Second")
    await device.signOut()
    await settle()
    expect(container.textContent).toBe("UserAuthenticationRequired")
  })

  it("throws to the boundary in any other project", () =>
    quietly(async () => {
      const service = makeService()
      service.instead = (path) =>
        path === "/internal/projects" ? knownError("EXPECTED_INTERNAL_PROJECT", 401) : undefined
      const List = () => useOwnedProjects().length
      const { container } = await show(makeDevice(service, "ann"), <List />)
      expect(container.textContent).toBe("error RequestRefused")
    }))
})

describe("useProviderAccounts and useConnectedAccounts", () => {
  const userId = projectJson.id
  const withAccounts = () => {
    const service = makeService()
    let isConnected = true
    service.instead = (path, { method, body }) => {
      if (path === "/connected-accounts/me") {
        const items = isConnected ? [{ user_id: userId, provider: "github", provider_account_id: "4711" }] : []
        return json({ items, is_paginated: false })
      }
      if (!path.startsWith("/oauth-providers")) return undefined
      if (method === "PATCH") isConnected = JSON.parse(body ?? "{}").allow_connected_accounts
      const account = {
        id: "7b9b9b9e-0000-4000-8000-00000000000b",
        user_id: userId,
        type: "github",
        provider_config_id: "github",
        allow_sign_in: true,
        allow_connected_accounts: isConnected
      }
      return json(method === "GET" ? { items: [account], is_paginated: false } : account)
    }
    return service
  }

  it("refresh after one of the accounts was changed", async () => {
    const service = withAccounts()
    let update!: Action<typeof ProviderAccounts.update>
    let switches: ReadonlyArray<ProviderAccounts.ProviderAccount> = []
    const Accounts = () => {
      update = useAction(ProviderAccounts.update)
      switches = useProviderAccounts()
      const connected = useConnectedAccounts({ as: "value" })
      return <p>{connected?.map(({ accountId, provider }) => `${provider} ${accountId}`).join()}</p>
    }
    const { container } = await show(makeDevice(service, "ann"), <Accounts />)
    expect(container.textContent).toBe("github 4711")
    await act(() => update.run({ id: switches[0]!.id, allowConnectedAccounts: false }))
    await settle()
    expect(container.textContent).toBe("")
    expect(switches[0]?.allowConnectedAccounts).toBe(false)
  })
})

describe("useConnectedAccount", () => {
  const path = "/connected-accounts/me/github/access-token"
  /** Who is connected gets a new token each time; who is not hears so. */
  const connecting = (service: Service) => {
    const state = { isConnected: true, tokens: 0 }
    service.instead = (asked) => {
      if (asked.startsWith("/auth/oauth/authorize/")) return json({ location: "https://provider.example.com/" })
      if (asked !== path) return undefined
      return state.isConnected
        ? json({ access_token: `${canary}${state.tokens++}` }, 201)
        : knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", 400)
    }
    return state
  }
  let account: ConnectedProvider | null
  const Account = ({ or }: { readonly or?: "redirect" }) => {
    // A new array in each render, as apps write it.
    account = useConnectedAccount("github", { or, scopes: ["repo", "gist"] })
    return <p>{account?.provider ?? "none"}</p>
  }

  it("returns an account that requests a token each time, with its scopes", async () => {
    const service = makeService()
    connecting(service)
    const view = await show(makeDevice(service, "ann"), [<Account key="1" />, <Account key="2" />])
    expect(view.container.textContent).toBe("githubgithub")
    expect(service.count(path)).toBe(1)
    const first = account!
    await view.update([<Account key="1" />, <Account key="2" />])
    expect(account).toBe(first)
    const tokens = [await first.getAccessToken(), await first.getAccessToken()]
    expect(tokens.map((token) => token && Redacted.value(token))).toStrictEqual([`${canary}1`, `${canary}2`])
    expect(service.sent.map(({ body }) => body)).toStrictEqual(Array.from({ length: 3 }, () => `{"scope":"repo gist"}`))
  })

  it("returns one of several accounts", async () => {
    const service = makeService()
    const ofAccount = "/connected-accounts/me/github/4711/access-token"
    service.instead = (asked) => (asked === ofAccount ? json({ access_token: canary }, 201) : undefined)
    const One = () => {
      account = useConnectedAccount("github", { accountId: "4711" })
      return <p>{account?.provider}</p>
    }
    const { container } = await show(makeDevice(service, "ann"), <One />)
    expect(container.textContent).toBe("github")
    await account!.getAccessToken()
    expect(service.count(ofAccount)).toBe(2)
  })

  it("is null when the provider does not renew its token", async () => {
    const service = makeService()
    const details = { provider: "github", details: "" }
    service.instead = (asked) =>
      asked === path ? knownError("OAUTH_ACCESS_TOKEN_NOT_AVAILABLE", 400, details) : undefined
    const { container } = await show(makeDevice(service, "ann"), <Account />)
    expect(container.textContent).toBe("none")
  })

  it("is null when there is none, and its token is null after its removal", async () => {
    const service = makeService()
    const state = connecting(service)
    state.isConnected = false
    const none = await show(makeDevice(service, "ann"), <Account />)
    expect(none.container.textContent).toBe("none")
    await leave()
    state.isConnected = true
    await show(makeDevice(service, "ann"), <Account />)
    state.isConnected = false
    expect(await account!.getAccessToken()).toBeNull()
  })

  it("starts to connect one with redirect, once for all components, and suspends", async () => {
    const service = makeService()
    connecting(service).isConnected = false
    const at = page("http://localhost:3000/calendar")
    const device = makeDevice(service, "ann", { navigation: at.layer })
    const { container } = await show(device, [<Account key="1" or="redirect" />, <Account key="2" or="redirect" />])
    // WebCrypto takes its time.
    await expect.poll(() => at.visited).toHaveLength(1)
    await settle()
    expect(container.textContent).toBe("loading")
    expect(at.visited).toHaveLength(1)
    const { pathname, searchParams } = new URL(at.visited[0]!)
    expect(pathname).toBe("/api/v1/auth/oauth/authorize/github")
    expect(searchParams.get("type")).toBe("link")
    expect(searchParams.get("provider_scope")).toBe("repo gist")
  })

  it("shows one that was connected meanwhile, elsewhere", async () => {
    const service = makeService()
    const state = connecting(service)
    const answer = service.instead
    service.instead = (path, request) => {
      state.isConnected = service.sent.length > 1
      return answer(path, request)
    }
    const at = page("http://localhost:3000/calendar")
    const device = makeDevice(service, "ann", { navigation: at.layer })
    const { container } = await show(device, <Account or="redirect" />)
    expect(container.textContent).toBe("github")
    expect(at.visited).toStrictEqual([])
    expect(service.count(path)).toBe(3)
  })

  it("says what is missing with redirect but no navigation, and sends no more requests", () =>
    quietly(async () => {
      const service = makeService()
      connecting(service).isConnected = false
      const { container } = await show(makeDevice(service, "ann"), <Account or="redirect" />)
      await settle()
      expect(container.textContent).toBe("error InvalidOption")
      expect(service.count(path)).toBe(1)
    }))
})
