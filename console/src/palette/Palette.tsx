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
import { listActions, listPages } from "./entries.tsx"
import { type Entry, searchGroups } from "./search.ts"
import { makeMailEntry, makeRequestEntry, makeTeamEntry, makeUserEntry } from "./things.tsx"

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
  const entries = results.flatMap((group) => group.entries)
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
      <Search
        listId={`${id}-list`}
        chosenId={chosen && `${id}-${chosen.id}`}
        query={query}
        onQuery={(text) => {
          setQuery(text)
          setIndex(0)
        }}
        onMove={move}
        onEnter={() => run(chosen)}
      />
      <div ref={list} className="palette-list" id={`${id}-list`} role="listbox" aria-label="Results">
        {results.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className="palette-title" aria-hidden>
              {group.title}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                isChosen={entry === chosen}
                onPoint={() => setIndex(entries.indexOf(entry))}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="palette-none">Nothing found for “{query}”.</p>}
      <Foot />
    </dialog>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface SearchProps {
  readonly listId: string
  readonly chosenId: string | undefined
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onMove: (step: number) => void
  readonly onEnter: () => void
}

const Search = ({ chosenId, listId, onEnter, onMove, onQuery, query }: SearchProps) => (
  <div className="palette-input">
    <Glyph name="search" />
    <input
      autoFocus
      type="text"
      role="combobox"
      aria-label="Search"
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={chosenId}
      autoComplete="off"
      spellCheck={false}
      placeholder="Users, teams, emails, requests, actions"
      value={query}
      onChange={({ currentTarget }) => onQuery(currentTarget.value)}
      onKeyDown={(event) => {
        const step = steps[event.key]
        if (step !== undefined) onMove(step)
        else if (event.key === "Enter") onEnter()
        else return
        event.preventDefault()
      }}
    />
    <kbd aria-hidden>Esc</kbd>
  </div>
)

/** The keys that work here, and in lists of pages. */
const Foot = () => (
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
)

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
    { title: "Actions", entries: listActions(context, pathname), limit: term === "" ? 5 : 6 },
    { title: "Pages", entries: listPages(chosen), limit: term === "" ? 4 : 6 },
    {
      title: "Users",
      entries: users.status === "done" ? users.value.map(makeUserEntry(chosen)) : [],
      limit: 6,
      isFound: true
    },
    { title: "Teams", entries: teams.status === "done" ? teams.value.map(makeTeamEntry(chosen)) : [], limit: 5 },
    {
      title: "Emails",
      entries: mails.status === "done" ? mails.value.filter(isOfProject).toReversed().map(makeMailEntry(chosen)) : [],
      limit: term === "" ? 3 : 6
    },
    {
      title: "Requests",
      entries: requests.filter(isOfProject).map(makeRequestEntry(chosen)),
      limit: term === "" ? 3 : 6
    }
  ])
}
