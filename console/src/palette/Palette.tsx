import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { useToast } from "#screens/components/Toaster"
import { chooseTheme, currentTheme } from "../../../docs/examples/react/src/lib/theme.ts"
import { Glyph } from "../components/Glyph.tsx"
import { useMailSummaries } from "../lib/activity.ts"
import { markChanged } from "../lib/changes.ts"
import { makeApp } from "../lib/Project.tsx"
import { useProjects } from "../lib/Projects.tsx"
import { forgetToken } from "../lib/token.ts"
import { useLive } from "../lib/useLive.ts"
import { useRead } from "../lib/useRead.ts"
import { actions, pages } from "./entries.tsx"
import { type Entry, searchGroups } from "./search.ts"
import { ofMail, ofRequest, ofTeam, ofUser } from "./things.tsx"

/** Finds users, teams, emails, requests, pages and actions, and opens or runs them. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState("")
  const [index, setIndex] = useState(0)
  const id = useId()
  const tell = useToast()
  const navigate = useNavigate()
  const results = useEntries(query, navigate)
  const entries = results.flatMap(({ entries }) => entries)
  const chosen = entries[Math.min(index, entries.length - 1)]

  // Before it leaves the page, or the browser forgets where the focus was.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" })
  }, [index, query])

  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    if (entry.to !== undefined) return void navigate(entry.to)
    void entry.run?.().then(
      (done) => {
        markChanged()
        if (done !== undefined) tell(done)
      },
      (error: unknown) => tell(error instanceof Error ? error.message : "It didn't work. Try again.")
    )
  }
  const move = (step: number) => {
    if (entries.length > 0) setIndex((Math.min(index, entries.length - 1) + step + entries.length) % entries.length)
  }
  let position = -1
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => (event.target === event.currentTarget ? onClose() : undefined)}
    >
      <div className="palette-input">
        <Glyph name="search" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Users, teams, emails, requests, actions"
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value)
            setIndex(0)
          }}
          onKeyDown={(event) => {
            const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
            const step = steps[event.key]
            if (step !== undefined) move(step)
            else if (event.key === "Enter") run(chosen)
            else return
            event.preventDefault()
          }}
        />
        <kbd aria-hidden>Esc</kbd>
      </div>
      <div ref={list} className="palette-list" id={`${id}-list`} role="listbox" aria-label="Results">
        {results.map(({ entries, title }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="palette-title" aria-hidden>
              {title}
            </p>
            {entries.map((entry) => {
              const at = ++position
              return (
                <Option
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  entry={entry}
                  isChosen={entry === chosen}
                  onPoint={() => setIndex(at)}
                  onRun={() => run(entry)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="palette-none">Nothing found for “{query}”.</p>}
      <p className="palette-foot" aria-hidden>
        <span>
          <kbd>
            <Glyph name="arrowUp" />
          </kbd>{" "}
          <kbd>
            <Glyph name="arrowDown" />
          </kbd>{" "}
          to move
        </span>
        <span>
          <kbd>
            <Glyph name="enter" />
          </kbd>{" "}
          to open
        </span>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> in lists
        </span>
        <span>
          <kbd>/</kbd> to filter a list
        </span>
      </p>
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

const Option = ({ entry: { detail, icon, label }, id, isChosen, onPoint, onRun }: OptionProps): ReactNode => (
  <div id={id} className="palette-option" role="option" aria-selected={isChosen} onMouseMove={onPoint} onClick={onRun}>
    <span className="palette-icon">{icon}</span>
    <span className="palette-label gf-truncate">{label}</span>
    {detail !== undefined && <span className="palette-detail gf-truncate">{detail}</span>}
  </div>
)

/** Everything that fits the query, by kind. */
const useEntries = (query: string, navigate: ReturnType<typeof useNavigate>) => {
  const { chosen, isCurrent } = useProjects()
  const { pathname } = useLocation()
  const { requests } = useLive()
  const [app] = useState(() => makeApp(chosen))
  // Never deferred: Enter runs the first entry, which must fit what was just typed.
  const term = query.trim()
  const mails = useMailSummaries()
  const users = useRead(`palette users ${chosen} ${term}`, async (signal) => {
    const { items } = await app.users.page(
      {
        limit: 6,
        desc: true,
        orderBy: "signedUpAt",
        ...(term !== "" && { query: term }),
        ...(isCurrent && { includeRestricted: true })
      },
      { signal }
    )
    return items
  })
  const teams = useRead(`palette teams ${chosen}`, (signal) => app.teams.list({}, { signal }))
  const context = useMemo(
    () => ({
      projectId: chosen,
      navigate: (to: string) => void navigate(to),
      toggleTheme: () => chooseTheme(currentTheme() === "dark" ? "light" : "dark"),
      lock: forgetToken
    }),
    [chosen, navigate]
  )
  const isOfProject = ({ projectId }: { readonly projectId?: string | undefined }) =>
    projectId === undefined || projectId === chosen
  return searchGroups(term, [
    { title: "Actions", entries: actions(context, pathname), limit: term === "" ? 5 : 6 },
    { title: "Pages", entries: pages(chosen), limit: term === "" ? 4 : 6 },
    {
      title: "Users",
      entries: users.status === "done" ? users.value.map(ofUser(chosen)) : [],
      limit: 6,
      isFound: true
    },
    { title: "Teams", entries: teams.status === "done" ? teams.value.map(ofTeam(chosen)) : [], limit: 5 },
    {
      title: "Emails",
      entries: mails.status === "done" ? mails.value.filter(isOfProject).toReversed().map(ofMail(chosen)) : [],
      limit: term === "" ? 3 : 6
    },
    { title: "Requests", entries: requests.filter(isOfProject).map(ofRequest(chosen)), limit: term === "" ? 3 : 6 }
  ])
}
