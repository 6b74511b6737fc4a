import { useAtom, useAtomValue } from "@effect/atom-react"
import { Teams } from "gatefold"
import { Answer } from "./Answer.tsx"
import { auth } from "./auth.ts"
import { Problem } from "./Problem.tsx"

const teamsAtom = auth.query(Teams.list)
const createAtom = auth.mutation(Teams.create)
const leaveAtom = auth.mutation(Teams.leave)

/** The user's teams. A mutation of one of them makes the list read again. */
export const Crews = () => {
  const teams = useAtomValue(teamsAtom)
  const [created, create] = useAtom(createAtom)
  const [left, leave] = useAtom(leaveAtom)
  return (
    <section>
      <h2>Your crews</h2>
      <Answer of={teams}>
        {(found) =>
          found.length === 0 ? (
            <p>Your crews will appear here. Create the first one.</p>
          ) : (
            <ul>
              {found.map(({ displayName, id }) => (
                <li key={id}>
                  {displayName}{" "}
                  <button aria-label={`Leave ${displayName}`} disabled={left.waiting} onClick={() => leave(id)}>
                    Leave
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      <form action={(form) => create({ displayName: String(form.get("name")) })}>
        <label>
          Name <input name="name" required />
        </label>
        <button disabled={created.waiting}>Create crew</button>
      </form>
      <Problem of={created} />
      <Problem of={left} />
    </section>
  )
}
