import { Notifications } from "gatefold"
import { useAction, useNotificationCategories } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Row } from "../../components/Row.tsx"
import { Skeleton } from "../../components/Skeleton.tsx"
import { Switch } from "../../components/Switch.tsx"
import { useReport } from "../../lib/useReport.ts"
import type { Text } from "../../text/en.ts"
import { useText } from "../../text/Text.tsx"
import { PartHeader } from "../PartHeader.tsx"

/** Whether the screens have their own words for a kind of email. */
const isKnown = (t: Text, name: string): name is keyof Text["notifications"]["kinds"] =>
  Object.hasOwn(t.notifications.kinds, name)

/** The page where users choose which emails they get. */
export const NotificationsPage = () => {
  const t = useText()
  const categories = useNotificationCategories({ as: "result" })
  const nothing = (
    <Empty icon="bell" title={t.notifications.emptyTitle}>
      {t.notifications.emptyHint}
    </Empty>
  )
  // The service of 2025-06 does not ask.
  const isUnknown = categories.status === "failure" && categories.error._tag === "NotSupportedByService"
  return (
    <>
      <PartHeader name="notifications" />
      <Card label={t.notifications.title}>
        {isUnknown ? (
          nothing
        ) : (
          <Loaded read={categories} loading={<Skeleton kind="item" rows={2} />}>
            {(all) =>
              all.length === 0 ? (
                nothing
              ) : (
                <ul className="gf-rows">
                  {all.map((category) => (
                    <CategoryRow key={category.id} category={category} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </Card>
    </>
  )
}

type Category = NonNullable<ReturnType<typeof useNotificationCategories<"value">>>[number]

const CategoryRow = ({ category: { canDisable, enabled, id, name } }: { readonly category: Category }) => {
  const t = useText()
  const change = useAction(Notifications.setEnabled)
  const report = useReport()
  const known = isKnown(t, name) ? t.notifications.kinds[name] : undefined
  const title = known?.name ?? t.notifications.category({ name })
  return (
    <Row
      title={title}
      description={known?.hint ?? (canDisable ? t.notifications.optional : t.notifications.required)}
      state={canDisable ? undefined : t.notifications.always}
      actions={
        canDisable ? (
          <Switch
            label={title}
            isOn={enabled}
            onChange={async (isOn) => report(await change.run({ id, enabled: isOn }), t.parts.saved)}
          />
        ) : undefined
      }
    />
  )
}
