import type { ReactNode } from "react"
import { Badge } from "#screens/components/Badge"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { RowActions } from "../../components/RowActions.tsx"
import { When } from "../../components/When.tsx"

interface Key {
  readonly id: string
  readonly description: string
  readonly createdAt: Date
  readonly manuallyRevokedAt?: Date | undefined
}

export interface KeyTableProps<K extends Key> {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly keys: ReadonlyArray<K>
  /** The noun for a row, such as "key". */
  readonly noun: string
  /** The part that identifies a key: `isBrief` on phones, below its description. */
  readonly showKey: (key: K, options: { readonly isBrief: boolean }) => ReactNode
  /** The name of its column. */
  readonly keyLabel: string
  /** Columns after the time of creation. */
  readonly more?: ReadonlyArray<Column<K>>
  readonly initialSort?: string
  /** The name of the sort order in the URL. */
  readonly param?: string
  readonly revoke: (key: K) => Promise<unknown>
  /** The consequence of revoking the key, as a sentence. */
  readonly consequence: string
}

/** Keys with a button that revokes them. */
export const KeyTable = <K extends Key>(props: KeyTableProps<K>) => {
  const { consequence, keyLabel, keys, more = [], noun, revoke, showKey, ...table } = props
  return (
    <DataTable
      {...table}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          id: "description",
          label: "Description",
          by: ({ description }) => description,
          cell: (key) => (
            <span className="gf-list-main">
              <span>{key.description}</span>
              <span className="only-phone gf-muted gf-small">{showKey(key, { isBrief: true })}</span>
            </span>
          )
        },
        { id: "key", label: keyLabel, isMinor: true, cell: (key) => showKey(key, { isBrief: false }) },
        {
          id: "created",
          label: "Created",
          by: ({ createdAt }) => Number(createdAt),
          cell: ({ createdAt }) => <When at={createdAt} />
        },
        ...more,
        {
          id: "actions",
          label: "",
          cell: (key) =>
            key.manuallyRevokedAt === undefined ? (
              <RowActions
                what={key.description}
                actions={[
                  {
                    icon: "trash",
                    label: "Revoke",
                    title: `Revoke ${key.description}?`,
                    submit: `Revoke ${noun}`,
                    tone: "danger",
                    done: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} revoked.`,
                    act: () => revoke(key),
                    children: <p>{consequence}</p>
                  }
                ]}
              />
            ) : (
              <Badge tone="danger">Revoked</Badge>
            )
        }
      ]}
    />
  )
}
