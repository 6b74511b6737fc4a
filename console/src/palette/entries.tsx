/** The pages and actions that the palette offers. */
import { Icon } from "#screens/components/Icon"
import { Glyph } from "../components/Glyph.tsx"
import { call } from "../lib/control.ts"
import { day, hour } from "../lib/durations.ts"
import { readJournal } from "../lib/live.ts"
import { presets } from "../pages/faults/presets.ts"
import { addSamplePeople } from "../pages/identities/samplePeople.ts"
import { addSampleUsers } from "../pages/users/sampleUsers.ts"
import type { Entry } from "./search.ts"

interface Context {
  readonly projectId: string
  readonly navigate: (to: string) => void
  readonly toggleTheme: () => void
  readonly lock: () => void
}

const makePage = (to: string, label: string, words: string): Entry => ({
  id: `page-${to.replaceAll("/", "-")}`,
  label,
  words: `${words} page go to open`,
  icon: <Icon name="arrowRight" />,
  to
})

export const listPages = (projectId: string): ReadonlyArray<Entry> => {
  const at = (path: string) => `/projects/${projectId}/${path}`
  return [
    makePage(at("timeline"), "Timeline", "activity log"),
    makePage(at("users"), "Users", "accounts people"),
    makePage(at("mailbox"), "Mailbox", "emails inbox"),
    makePage(at("requests"), "Requests", "journal api calls"),
    makePage(at("webhooks"), "Webhooks", "deliveries receiver endpoints"),
    makePage(at("teams"), "Teams", "organizations"),
    makePage(at("permissions"), "Permissions", "roles"),
    makePage(at("keys"), "API keys", "env environment"),
    makePage(at("settings"), "Settings", "configuration sign-in methods providers domains"),
    makePage("/identities", "Identities", "providers oauth google github people"),
    makePage("/faults", "Faults", "errors offline slow chaos"),
    makePage("/clock", "Clock", "time travel"),
    makePage("/state", "State", "snapshot seed export import reset")
  ]
}

const makeAdvance = (millis: number, text: string): Entry => ({
  id: `advance-${millis}`,
  label: `Advance the clock by ${text}`,
  words: "time travel expire",
  icon: <Glyph name="clock" />,
  run: async () => {
    await call("clock", { method: "POST", body: { advance_millis: millis } })
    return `The clock is ${text} further.`
  }
})

export const listActions = (
  { lock, navigate, projectId, toggleTheme }: Context,
  pathname: string
): ReadonlyArray<Entry> => [
  {
    id: "create-user",
    label: "Create a user",
    words: "add new account",
    icon: <Icon name="user" />,
    to: `/projects/${projectId}/users?create=yes`
  },
  {
    id: "save-state",
    label: "Save the state",
    words: "snapshot checkpoint backup",
    icon: <Glyph name="save" />,
    run: async () => {
      const [saved] = await call<ReadonlyArray<{ readonly name: string }>>("saves", { method: "POST", body: {} })
      return `Saved as “${saved?.name ?? "State"}”.`
    }
  },
  {
    id: "restore-state",
    label: "Restore the last saved state",
    words: "snapshot rollback undo",
    icon: <Glyph name="repeat" />,
    run: async () => {
      const [saved] = await call<ReadonlyArray<{ readonly id: string; readonly name: string }>>("saves")
      if (saved === undefined) return "No state is saved yet. Save one first."
      await call(`saves/${saved.id}`, { method: "POST" })
      await readJournal()
      return `Restored “${saved.name}”.`
    }
  },
  makeAdvance(hour, "1 hour"),
  makeAdvance(day, "1 day"),
  {
    id: "sample-users",
    label: "Add sample users and a team",
    words: "demo data seed",
    icon: <Icon name="team" />,
    run: async () => {
      await addSampleUsers(projectId)
      if (!pathname.endsWith("/users")) navigate(`/projects/${projectId}/users`)
      return "Sample users added."
    }
  },
  {
    id: "sample-people",
    label: "Add sample people at the providers",
    words: "identities oauth google github",
    icon: <Glyph name="idBadge" />,
    run: async () => {
      await addSamplePeople()
      return "Sample people added."
    }
  },
  ...presets.map(({ id, rule, title }): Entry => ({
    id: `fault-${id}`,
    label: `Turn on fault: ${title}`,
    words: "break error",
    icon: <Glyph name="bolt" />,
    run: async () => {
      // A rule of this name may exist already, and be done.
      await call(`faults/${id}`, { method: "DELETE" }).catch(() => undefined)
      await call("faults", { method: "POST", body: { id, ...rule } })
      return `Fault “${title}” is on.`
    }
  })),
  {
    id: "clear-faults",
    label: "Turn off all faults",
    words: "remove clear",
    icon: <Glyph name="bolt" />,
    run: async () => {
      await call("faults", { method: "DELETE" })
      return "All faults are off."
    }
  },
  {
    id: "theme",
    label: "Switch between light and dark",
    words: "theme mode",
    icon: <Icon name="moon" />,
    run: async () => {
      toggleTheme()
      return undefined
    }
  },
  {
    id: "lock",
    label: "Lock the console",
    words: "close sign out token",
    icon: <Icon name="lock" />,
    run: async () => {
      lock()
      return undefined
    }
  }
]
