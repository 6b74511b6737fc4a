import type { ReactNode } from "react"

/** A list of facts: names and values. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) => (
  <dl className="gf-facts">
    {facts.map(([name, value]) => (
      <div key={name} className="gf-fact">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
